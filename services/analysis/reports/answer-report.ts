/** Asks a report, and hides what would tell of a few people. */
import { hiddenCells } from '../suppress.ts';
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

type Cells<Item> = { item: Item; row: string; group: string; count: number }[];

function cellsOf<Item>(report: Report<Item>, items: readonly Item[]): Cells<Item> {
  return items.map(item => {
    const { about, group = null, count } = report.cell(item);
    return { item, row: JSON.stringify({ ...about, group: undefined }), group: String(group), count };
  });
}

/** The cells that stay hidden in a table whose columns are the groups. */
function hiddenByGroups<Item>(cells: Cells<Item>, k: number): Set<Item> {
  const rows = [...new Set(cells.map(({ row }) => row))];
  const groups = [...new Set(cells.map(({ group }) => group))];
  const at = new Map(cells.map(cell => [`${cell.row} ${cell.group}`, cell]));
  const counts = rows.map(row => groups.map(group => at.get(`${row} ${group}`)?.count ?? 0));
  const hidden = hiddenCells(counts, k);
  return new Set(
    rows.flatMap((row, r) =>
      groups.flatMap((group, c) => {
        const cell = at.get(`${row} ${group}`);
        return cell && (hidden === null || hidden[r]?.[c]) ? [cell.item] : [];
      }),
    ),
  );
}

/** The cells that stay hidden because the same question without the filter tells the rest. */
function hiddenByFilter<Item>(cells: Cells<Item>, unfiltered: Cells<Item>, k: number): Set<Item> {
  const keyOf = ({ row, group }: Cells<Item>[number]) => `${row} ${group}`;
  const own = new Map(cells.map(cell => [keyOf(cell), cell]));
  const counts = unfiltered.map(cell => {
    const count = own.get(keyOf(cell))?.count ?? 0;
    return [count, Math.max(0, cell.count - count)];
  });
  const hidden = hiddenCells(counts, k);
  return new Set(
    unfiltered.flatMap((cell, r) => {
      const mine = own.get(keyOf(cell));
      return mine && (hidden === null || hidden[r]?.[0]) ? [mine.item] : [];
    }),
  );
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
  const items = (await run(sql, params)).map(report.item);
  const [counted] = await run(casesSql, params);
  const [left] = await run(leftOutSql, params);
  const cells = cellsOf(report, items);
  const isFiltered = params.method !== null || params.productType !== null;
  const hidden = new Set(by !== null && splits[by].derived ? hiddenByGroups(cells, k) : []);
  if (isFiltered) {
    const all = (await run(sql, { ...params, method: null, productType: null })).map(report.item);
    for (const item of hiddenByFilter(cells, cellsOf(report, all), k)) hidden.add(item);
  }
  const cases = numberOf(counted?.cases);
  return {
    items: items.filter(item => !hidden.has(item)),
    hidden: [...hidden].map(item => report.cell(item).about),
    total: items.length,
    cases: isFiltered && cases > 0 && cases < k ? null : cases,
    leftOut: {
      drafts: numberOf(left?.drafts),
      withdrawn: numberOf(left?.withdrawn),
      deleted: numberOf(left?.deleted),
    },
    sql,
  };
}
