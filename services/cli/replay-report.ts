/**
 * The result of a replay with another version, as lines and as JSON. If the fields' values are left out, the report
 * names no person.
 */
import {
  countDifferences,
  type PartingEvent,
  type RowParting,
  type VersionComparison,
} from '../analysis/whatif/what-if.ts';

const headings = ['read model', 'same', 'differ', 'only here', 'only there'] as const;
const GAP = 2;
const VALUE_CHARACTERS = 80;

const allDifferences = ({ views }: VersionComparison) =>
  views.reduce((sum, view) => sum + countDifferences(view), 0);

/** True if all rows of both versions are the same. */
export const hasNoDifferences = (found: VersionComparison): boolean =>
  allDifferences(found) === 0 && found.views.every(({ isIn }) => isIn === 'both');

function tableOf({ views }: VersionComparison): string[] {
  const missing = { both: '', here: '  (the other version has none)', there: '  (this version has none)' };
  const cells = views.map(({ view, same, differ, onlyHere, onlyThere }) =>
    [view, same, differ, onlyHere, onlyThere].map(String),
  );
  const widths = headings.map((heading, i) =>
    Math.max(heading.length, ...cells.map(row => row[i]?.length ?? 0)),
  );
  const line = (row: readonly string[]) =>
    row
      .map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0)))
      .join(' '.repeat(GAP));
  return [line(headings), ...cells.map((row, i) => line(row) + missing[views[i]?.isIn ?? 'both'])];
}

const eventText = ({ position, type, stream, revision, at }: PartingEvent) =>
  `#${position} ${type} (${stream}/${revision}, ${at})`;

function valueText(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > VALUE_CHARACTERS ? `${text.slice(0, VALUE_CHARACTERS)}…` : text;
}

const existence: Readonly<Record<'here' | 'there', string>> = {
  here: '  the row exists in this version only',
  there: '  the row exists in the other version only',
};

function* fieldLines({ fields, rows }: RowParting, hasValues: boolean): Generator<string> {
  if (rows.here === null && rows.there === null) return;
  if (rows.there === null) yield existence.here;
  else if (rows.here === null) yield existence.there;
  else
    for (const { path, here, there } of fields)
      yield `  ${path}${hasValues ? `: ${valueText(here)} -> ${valueText(there)}` : ''}`;
}

function* partingLines(parting: RowParting, hasValues: boolean): Generator<string> {
  const { view, id, event, derivedFrom, before } = parting;
  yield event
    ? `${view} ${id} parts at ${eventText(event)}`
    : `${view} ${id} differs only since its patient was erased`;
  if (derivedFrom !== null) yield `  derived from the row of ${derivedFrom}`;
  yield* fieldLines(parting, hasValues);
  for (const one of before) yield `  before: ${eventText(one)}`;
}

/** @param hasValues prints the fields' values, which may be personal data */
export function formatReport(found: VersionComparison, hasValues: boolean): string[] {
  const rows = found.views.reduce((sum, view) => sum + view.same + countDifferences(view), 0);
  const where = `${rows} rows of ${found.views.length} read models at position ${found.position}`;
  return [
    ...tableOf(found),
    ...found.partings.flatMap(parting => ['', ...partingLines(parting, hasValues)]),
    '',
    hasNoDifferences(found)
      ? `No difference in ${where}.`
      : `${allDifferences(found)} differences in ${where}.`,
  ];
}

const withoutValues = ({ fields, rows: _rows, ...parting }: RowParting) => ({
  ...parting,
  fields: fields.map(({ path }) => ({ path })),
});

/** The outcome as one JSON text. Positions are texts. */
export function formatReportJson(found: VersionComparison, hasValues: boolean): string {
  const { partings, ...rest } = found;
  const shown = hasValues ? partings : partings.map(withoutValues);
  return JSON.stringify(
    { ...rest, differences: allDifferences(found), partings: shown },
    (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value),
    2,
  );
}
