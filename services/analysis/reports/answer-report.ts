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

/** The cells of a filtered report, with their counts for every value of the filter. */
async function filteredCells(
  params: ReportParams,
  ask: (params: ReportParams) => Promise<Cell<unknown>[]>,
): Promise<FilteredCell[]> {
  const tables = await byFacts(
    params,
    async asked => new Map((await ask(asked)).map(cell => [cell.key, cell])),
  );
  const known = new Map(tables.flat().flatMap(table => [...table]));
  return [...known.values()].map(({ key, row }) => ({
    ...{ key, row },
    counts: tables.map(line => line.map(table => table.get(key)?.count ?? 0)),
  }));
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
  const items = cells.map(({ item }) => item);
  const isFiltered = params.method !== null || params.productType !== null;
  const hidden = new Set(by !== null && splits[by].derived ? hiddenByGroups(cells, k) : []);
  if (isFiltered) {
    const keys = hiddenByFilter(await filteredCells(params, ask), params, k);
    for (const { item, key } of cells) if (keys.has(key)) hidden.add(item);
  }
  return {
    items: items.filter(item => !hidden.has(item)),
    hidden: [...hidden].map(item => report.cell(item).about),
    total: items.length,
    cases: isFiltered && isNumberHidden(await byFacts(params, countCases), params, k) ? null : cases,
    leftOut: {
      drafts: numberOf(left?.drafts),
      withdrawn: numberOf(left?.withdrawn),
      deleted: numberOf(left?.deleted),
    },
    sql,
  };
}
