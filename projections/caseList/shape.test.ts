/**
 * Fails when the row of `caseList` changes without a new version. Only a new version makes nodes rebuild stored rows.
 */
import { expect, it } from 'vitest';
import { initial } from '#events/case/case.ts';
import { pastAt, stateOf } from '#events/testing/past.ts';
import { shapeOf } from '#events/testing/shape.ts';
import { caseListRow, caseListView } from './row.ts';

/** The view's version with the hash of its row's shape. */
const known = { version: 5, shape: '02eb9a90' };

it('requires a new version of the view when the shape of its row changes', () => {
  const rows = [initial, ...Object.values(pastAt).map(stateOf)].map(caseListRow);
  const said = `CaseListRow has another shape than version ${known.version}: raise the version of caseList in projections/caseList/row.ts, then write version and shape into \`known\` here`;
  expect({ version: caseListView.version, shape: shapeOf(rows) }, said).toEqual(known);
});
