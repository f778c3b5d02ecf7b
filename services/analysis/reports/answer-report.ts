/** Asks a report, and hides what would tell of a few people. */
import {
  chosenCases,
  leftOutSql,
  numberOf,
  type Report,
  type ReportParams,
  type ReportRow,
  type SplitName,
  splits,
} from './report.ts';
import {
  type Cell,
  cellsLeftOut,
  cellsOf,
  type FilteredCell,
  filterValues,
  hiddenByFilter,
  hiddenByGroups,
  isNumberHidden,
} from './small-cells.ts';

export type ReportAnswer<Item> = {
  items: Item[];
  /** Items that are not shown because they count a few people, or would tell of those that do. */
  hidden: Partial<Item>[];
  /** Number of items, the hidden ones included. */
  total: number;
  /** Cases that the answer rests on; null if they are too few to be told. */
  cases: number | null;
  /** Cases that no answer counts. */
  leftOut: { drafts: number; withdrawn: number; deleted: number };
  sql: string;
};

/** Runs a text over the tables as of one position. */
export type RunSql = (sql: string, params: ReportParams) => Promise<ReportRow[]>;

export type ReportQuestion = {
  params: ReportParams;
  by: SplitName | null;
  /** Smallest count that is shown of cells by anything from under the seal. */
  k: number;
};

const casesSql = `WITH ${chosenCases} SELECT count(*)::INTEGER AS cases FROM chosen`;

/** Runs something for each value of the question's filter. */
async function byFacts<T>(params: ReportParams, ask: (params: ReportParams) => Promise<T>): Promise<T[][]> {
  const answers: T[][] = [];
  for (const method of filterValues(params, 'method')) {
    const line: T[] = [];
    for (const productType of filterValues(params, 'productType'))
      line.push(await ask({ ...params, method, productType }));
    answers.push(line);
  }
  return answers;
}

/** The question without its choice of organisation and person, for which anybody can ask; undefined if it has none. */
const widened = (params: ReportParams): ReportParams | undefined =>
  params.org === null && params.person === null ? undefined : { ...params, org: null, person: null };

/** Counts for every value of the filter. */
type Counts = Pick<FilteredCell, 'counts' | 'others'>;

async function countsByFacts(
  params: ReportParams,
  ask: (params: ReportParams) => Promise<(key: string) => number>,
): Promise<(key: string) => Counts> {
  const own = await byFacts(params, ask);
  const wide = widened(params);
  const all = wide && (await byFacts(wide, ask));
  return key => {
    const counts = own.map(line => line.map(countOf => countOf(key)));
    const others = all?.map((line, m) =>
      line.map((countOf, t) => Math.max(0, countOf(key) - (counts[m]?.[t] ?? 0))),
    );
    return { counts, others };
  };
}

/** The cells of a filtered report, with their counts for every value of the filter. */
async function filteredCells(
  params: ReportParams,
  ask: (params: ReportParams) => Promise<Cell<unknown>[]>,
): Promise<FilteredCell[]> {
  const known = new Map<string, Cell<unknown>>();
  const countsOf = await countsByFacts(params, async asked => {
    const table = new Map((await ask(asked)).map(cell => [cell.key, cell]));
    for (const [key, cell] of table) known.set(key, cell);
    return key => table.get(key)?.count ?? 0;
  });
  return [...known.values()].map(({ key, row }) => ({ key, row, ...countsOf(key) }));
}

/**
 * Answers a report. A split or a filter by method or product type counts by something from under the seal: then cells from 1
 * to below k are hidden, and others with them.
 */
export async function answerReport<Item>(
  report: Report<Item>,
  { params, by, k }: ReportQuestion,
  run: RunSql,
): Promise<ReportAnswer<Item>> {
  const sql = report.sql(by);
  const ask = async (asked: ReportParams) => cellsOf(report, (await run(sql, asked)).map(report.item));
  const countCases = async (asked: ReportParams) => numberOf((await run(casesSql, asked))[0]?.cases);
  const cells = await ask(params);
  const cases = await countCases(params);
  const [left] = await run(leftOutSql, params);
  const items = [...new Set(cells.map(({ item }) => item))];
  const isFiltered = params.method !== null || params.productType !== null;
  const hidden = new Set<Item>();
  if (by !== null && splits[by].derived) {
    const wide = widened(params);
    const others = wide ? cellsLeftOut(await ask(wide), cells) : [];
    const told = hiddenByGroups([...cells, ...others], k);
    for (const item of items) if (told.has(item)) hidden.add(item);
  }
  if (isFiltered) {
    const keys = hiddenByFilter(await filteredCells(params, ask), params, k);
    for (const { item, key } of cells) if (keys.has(key)) hidden.add(item);
  }
  const isTold = async () => {
    const countsOf = await countsByFacts(params, async asked => {
      const count = await countCases(asked);
      return () => count;
    });
    return !isNumberHidden(countsOf(''), params, k);
  };
  return {
    items: items.filter(item => !hidden.has(item)),
    hidden: [...hidden].map(item => report.cell(item).about),
    total: items.length,
    cases: isFiltered && !(await isTold()) ? null : cases,
    leftOut: {
      drafts: numberOf(left?.drafts),
      withdrawn: numberOf(left?.withdrawn),
      deleted: numberOf(left?.deleted),
    },
    sql,
  };
}
