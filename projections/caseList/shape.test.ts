/** Stored rows are folded anew where the view's version is another: whoever changes the row is asked for a new one. */
import { expect, it } from 'vitest';
import { initial } from '#events/case/case.ts';
import { at, stateOf } from '#events/testing/past.ts';
import { shapeOf } from '#events/testing/shape.ts';
import { caseList, caseListRow } from './row.ts';

/** What the version of caseList stands for. */
const known = { version: 5, shape: '02eb9a90' };

it('a row of another shape has another version', () => {
  const rows = [initial, ...Object.values(at).map(stateOf)].map(caseListRow);
  const said = `CaseListRow has another shape than version ${known.version}: raise the version of caseList in projections/caseList/row.ts, then write version and shape into \`known\` here`;
  expect({ version: caseList.version, shape: shapeOf(rows) }, said).toEqual(known);
});
