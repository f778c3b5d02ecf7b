/** Which cells of a report are hidden, because they or their differences to other answers count a few people. Pure. */
import { options } from '#events/case/options.ts';
import { findHiddenCells } from '../suppress.ts';
import { numberOrZero, type ReportDefinition, type ReportParams, type ReportRow } from './report.ts';

export type GroupedCell<Item> = {
  item: Item;
  /** Field of the number, of which the cell has a part; null for the number of cases. */
  part: string | null;
  /** Which number of the item, its part or the rest without it. */
  what: string;
  key: string;
  row: string;
  group: string;
  count: number;
};

/** Cases of a part, and of the rest of its item. */
function partCases<Item>(
  { factParts }: ReportDefinition<Item>,
  row: ReportRow,
  { part, n, count }: { part: string; n: number | null; count: number },
): [own: number, rest: number] {
  const column = factParts?.[part];
  const own = column === undefined ? (n ?? 0) : numberOrZero(row[`${column}_cases`]);
  const rest = column === undefined ? undefined : row[`${column}_rest`];
  return [own, rest === undefined ? Math.max(0, count - own) : numberOrZero(rest)];
}

/**
 * The rows of an answer as cells of a table whose columns are the groups: one for each number of an item. A part follows from the rest of the cases, and the rest from the part, so both are cells.
 */
export function cellsOf<Item>(
  report: ReportDefinition<Item>,
  rows: readonly ReportRow[],
): GroupedCell<Item>[] {
  return rows.flatMap(row => {
    const item = report.item(row);
    const { about, group = null, count, parts = {} } = report.cell(item);
    const cell = (part: string | null, what: string, n: number): GroupedCell<Item> => {
      const line = `${JSON.stringify({ ...about, group: undefined })} ${what}`;
      return { item, part, what, key: `${line} ${group}`, row: line, group: String(group), count: n };
    };
    const ofParts = Object.entries(parts).flatMap(([part, n]) => {
      const [own, rest] = partCases(report, row, { part, n, count });
      return [cell(part, part, own), cell(part, `without ${part}`, rest)];
    });
    return [cell(null, 'cases', count), ...ofParts];
  });
}

/** Keys of the cells that stay hidden in a table whose columns are the groups. */
export function findKeysHiddenByGroups<Item>(
  cells: readonly GroupedCell<Item>[],
  k: number,
): ReadonlySet<string> {
  const rows = [...new Set(cells.map(({ row }) => row))];
  const groups = [...new Set(cells.map(({ group }) => group))];
  const at = new Map(cells.map(cell => [cell.key, cell]));
  const hidden = findHiddenCells(
    rows.map(row => groups.map(group => at.get(`${row} ${group}`)?.count ?? 0)),
    k,
  );
  return new Set(
    rows.flatMap((row, r) =>
      groups.flatMap((group, c) => {
        const cell = at.get(`${row} ${group}`);
        return cell && (hidden === null || hidden[r]?.[c]) ? [cell.key] : [];
      }),
    ),
  );
}

/** Filter by sealed facts; null selects everything. */
export type FactFilter = Pick<ReportParams, 'method' | 'productType'>;

/** Values of what a question filters by, null first: it is asked for all of them, whose sums are known. */
export const filterValuesOf = (filter: FactFilter, name: keyof FactFilter): readonly (number | null)[] =>
  filter[name] === null ? [null] : [null, ...options[name]];

/** Counts by the values of the method (rows) and of the product type (columns), each as `filterValuesOf` lists them. */
type FactCounts = readonly (readonly number[])[];

const sum = (counts: readonly number[]) => counts.reduce((all, n) => all + n, 0);
const columnsOf = (counts: FactCounts) => (counts[0] ?? []).map((_, c) => counts.map(line => line[c] ?? 0));
/** Turns a total and its parts into the parts and the rest, which has no value. */
const partsOf = ([all = 0, ...parts]: readonly number[]) =>
  parts.length === 0 ? [all] : [...parts, Math.max(0, all - sum(parts))];
/** Counts that add up to the totals: none of them is a total itself. */
const disjoint = (counts: FactCounts) => columnsOf(columnsOf(counts.map(partsOf)).map(partsOf));

/** Place of a filter's value among the parts. */
const placeOf = (filter: FactFilter, name: keyof FactFilter): number =>
  Math.max(0, filterValuesOf(filter, name).indexOf(filter[name]) - 1);

const isHiddenAt = (counts: FactCounts, k: number, r: number, c: number): boolean => {
  const hidden = findHiddenCells(counts, k);
  return hidden === null || hidden[r]?.[c] === true;
};

/** Which rows are hidden in a column. */
function hiddenInColumn(lines: FactCounts, column: number, k: number): boolean[] {
  const hidden = findHiddenCells(lines, k);
  return lines.map((_, r) => hidden === null || hidden[r]?.[column] === true);
}

/** Which of some cells are hidden, if each also answers for the other values of the filter and for their sums. */
function hiddenOf(cells: readonly FactCounts[], filter: FactFilter, k: number): boolean[] {
  const parts = cells.map(disjoint);
  const [m, t] = [placeOf(filter, 'method'), placeOf(filter, 'productType')];
  const width = parts[0]?.[0]?.length ?? 0;
  const byPair = hiddenInColumn(
    parts.map(one => one.flat()),
    m * width + t,
    k,
  );
  if (filter.method === null || filter.productType === null) return byPair;
  const lines = (lineOf: (one: FactCounts) => number[]) => parts.map(lineOf);
  const byMethod = hiddenInColumn(
    lines(one => one.map(sum)),
    m,
    k,
  );
  const byType = hiddenInColumn(
    lines(one => columnsOf(one).map(sum)),
    t,
    k,
  );
  return parts.map((one, i) => Boolean(byPair[i] || byMethod[i] || byType[i]) || isHiddenAt(one, k, m, t));
}

/** The counts of a cell that no other one contains, of the chosen cases and of those that a choice leaves out. */
export const disjointCountsOf = ({ counts, others }: Pick<FilteredCell, 'counts' | 'others'>): number[] =>
  [disjoint(counts), others ? disjoint(others) : []].flat(2);

/** A cell of a report with its counts for each value of the filter. */
export type FilteredCell = {
  key: string;
  row: string;
  counts: FactCounts;
  /** Counts of the cases that a choice of organisation or person leaves out; undefined without such a choice. */
  others?: FactCounts;
};

/**
 * Returns the keys of the cells that stay hidden. Anybody can ask for the other values, without the filter, and for all groups
 * together, so that no small count may follow from any of these.
 */
export function findKeysHiddenByFilter(
  cells: readonly FilteredCell[],
  filter: FactFilter,
  k: number,
): ReadonlySet<string> {
  const groups = [...Map.groupBy(cells, ({ row }) => row).values()].filter(group => group.length > 1);
  const keys = [cells, ...groups].flatMap(some => {
    const hidden = hiddenOf(
      some.map(({ counts }) => counts),
      filter,
      k,
    );
    return some.flatMap(({ key }, i) => (hidden[i] ? [key] : []));
  });
  const chosen = cells.filter(({ counts, others }) => others && hiddenOf([counts, others], filter, k)[0]);
  return new Set([...keys, ...chosen.map(({ key }) => key)]);
}

/** True if a single number stays hidden, with whatever can be asked beside it. */
export const isNumberHidden = (
  { counts, others = counts }: Pick<FilteredCell, 'counts' | 'others'>,
  filter: FactFilter,
  k: number,
): boolean =>
  // A row of one number has no total from which it could follow. Such a row contains its number twice.
  hiddenOf([counts, counts], filter, k)[0] === true || hiddenOf([counts, others], filter, k)[0] === true;

/** Cells of the cases that a choice of organisation or person leaves out, as further rows of the table. */
export function complementCells<Item>(
  all: readonly GroupedCell<Item>[],
  own: readonly GroupedCell<Item>[],
): GroupedCell<Item>[] {
  const counts = new Map(own.map(({ key, count }) => [key, count]));
  return all.map(({ item, part, what, row, group, key, count }) => {
    const other = `others ${row}`;
    return {
      ...{ item, part, what, group },
      row: other,
      key: `${other} ${group}`,
      count: Math.max(0, count - (counts.get(key) ?? 0)),
    };
  });
}
