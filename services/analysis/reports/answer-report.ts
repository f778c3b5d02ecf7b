/** Runs a report, and hides the figures that would reveal facts of a few people. */
import { findKeysHiddenByNesting } from './nested-cells.ts';
import {
  type BoundValues,
  casesLeftOutSql,
  chosenCasesSql,
  numberOrZero,
  type ReportDefinition,
  type ReportParams,
  type ReportRow,
  reportSplits,
  type SplitName,
} from './report.ts';
import { shownItems } from './shown-items.ts';
import { createPersonCheck } from './single-people.ts';
import {
  cellsOf,
  complementCells,
  disjointCountsOf,
  type FilteredCell,
  filterValuesOf,
  findKeysHiddenByFilter,
  findKeysHiddenByGroups,
  type GroupedCell,
  isNumberHidden,
} from './small-cells.ts';
import {
  casesOfOrganisationsSql,
  type HiddenOrganisation,
  hiddenOfOrganisation,
  type SealedName,
} from './small-organisations.ts';

export type ReportAnswer<Item> = {
  items: Item[];
  /** Items that are not shown because they count a few people, or because hidden items could be computed from them. */
  hidden: Partial<Item>[];
  /** People who are not shown because they have too few cases for a chart of their own. */
  fewCases: number;
  /** Number of items, the hidden ones included. */
  total: number;
  /** Number of cases that the answer rests on; null if it is too small to be shown. */
  cases: number | null;
  /** Cases that no answer counts. */
  leftOut: { drafts: number; withdrawn: number; deleted: number };
  sql: string;
};

/** Runs a text over the tables as of one position. */
export type RunSql = (sql: string, params: ReportParams & BoundValues) => Promise<ReportRow[]>;

export type ReportQuestion = {
  params: ReportParams;
  by: SplitName | null;
  /** Smallest count that is shown in a table by sealed facts. */
  k: number;
};

const casesSql = `WITH ${chosenCasesSql} SELECT count(*)::INTEGER AS cases FROM chosen`;

/** True if the report is split or filtered by a sealed fact. */
export const dependsOnSealedFacts = ({
  by,
  method,
  productType,
}: Pick<ReportParams, 'method' | 'productType'> & { by: SplitName | null }): boolean =>
  method !== null || productType !== null || (by !== null && reportSplits[by].derived);

/** Runs something for each value of the question's filter. */
async function byFacts<T>(params: ReportParams, ask: (params: ReportParams) => Promise<T>): Promise<T[][]> {
  const answers: T[][] = [];
  for (const method of filterValuesOf(params, 'method')) {
    const line: T[] = [];
    for (const productType of filterValuesOf(params, 'productType'))
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

type AskCells<Item> = (params: ReportParams) => Promise<GroupedCell<Item>[]>;

/** The cells of a filtered report, in the order of the answer without the filter, with their counts for every value of it. */
async function filteredCells<Item>(
  params: ReportParams,
  ask: AskCells<Item>,
): Promise<(Omit<GroupedCell<Item>, 'count'> & FilteredCell)[]> {
  const known = new Map<string, GroupedCell<Item>>();
  const countsOf = await countsByFacts(params, async asked => {
    const table = new Map((await ask(asked)).map(cell => [cell.key, cell]));
    for (const [key, cell] of table) if (!known.has(key)) known.set(key, cell);
    return key => table.get(key)?.count ?? 0;
  });
  return [...known.values()].map(cell => ({ ...cell, ...countsOf(cell.key) }));
}

type HiddenByRule<Item> = {
  keys: ReadonlySet<string>;
  /** Nothing of the chosen organisation is shown. */
  isWhole: boolean;
  /**
   * Items with a count of 0 for this filter. If they were left out, a reader would know that the unfiltered item counts only
   * other people.
   */
  absent: Item[];
};

const shownOrganisation: HiddenOrganisation = { isWhole: false, hidesGroup: () => false };

async function askOfOrganisation(
  { params, by, k }: ReportQuestion,
  run: RunSql,
): Promise<HiddenOrganisation> {
  if (params.org === null || !dependsOnSealedFacts({ ...params, by })) return shownOrganisation;
  const rows = await run(casesOfOrganisationsSql, { ...params, org: null, method: null, productType: null });
  // Cast: the derived splits are the columns under the seal.
  const split = by !== null && reportSplits[by].derived ? (by as SealedName) : null;
  return hiddenOfOrganisation(rows, params, { split, k });
}

/** Which cells are hidden because they, or their differences to other answers, count a few people. */
async function hiddenOf<Item>(
  report: ReportDefinition<Item>,
  { params, by, k }: ReportQuestion,
  cells: readonly GroupedCell<Item>[],
  { ask, organisation }: { ask: AskCells<Item>; organisation: HiddenOrganisation },
): Promise<HiddenByRule<Item>> {
  const absent = new Set<Item>();
  const hidden = new Set<string>();
  const own = new Set(cells.map(({ key }) => key));
  for (const { key, group } of cells) if (organisation.hidesGroup(group)) hidden.add(key);
  if (by !== null && reportSplits[by].derived) {
    const wide = widened(params);
    const all = wide ? await ask(wide) : [];
    const others = complementCells(all, cells);
    for (const key of findKeysHiddenByGroups([...cells, ...others], k)) hidden.add(key);
    for (const { key, group, item } of all)
      if (organisation.hidesGroup(group) && !own.has(key)) absent.add(item);
  }
  if (params.method !== null || params.productType !== null) {
    const filtered = await filteredCells(params, ask);
    for (const key of findKeysHiddenByFilter(filtered, params, k)) hidden.add(key);
    const places = filtered.map(cell => ({ ...cell, counts: disjointCountsOf(cell) }));
    for (const key of findKeysHiddenByNesting(report, places, k)) hidden.add(key);
    for (const { key, group, item } of filtered)
      if ((hidden.has(key) || organisation.hidesGroup(group)) && !own.has(key)) absent.add(item);
  }
  return { keys: hidden, isWhole: organisation.isWhole, absent: [...absent] };
}

/**
 * Answers a report. A split or a filter by method or product type counts by something from under the seal: then cells from 1
 * to below k are hidden, and others with them. Items of single people need some cases, whatever the question.
 */
export async function answerReport<Item>(
  report: ReportDefinition<Item>,
  question: ReportQuestion,
  run: RunSql,
): Promise<ReportAnswer<Item>> {
  const { params, by, k } = question;
  const sql = report.sql(by);
  const ask = async (asked: ReportParams) => cellsOf(report, await run(sql, asked));
  const countCases = async (asked: ReportParams) => numberOrZero((await run(casesSql, asked))[0]?.cases);
  const all = await ask(params);
  const cases = await countCases(params);
  const [left] = await run(casesLeftOutSql, params);
  const isFiltered = params.method !== null || params.productType !== null;
  const organisation = await askOfOrganisation(question, run);
  const { keys, isWhole, absent } = await hiddenOf(report, question, all, { ask, organisation });
  const { items, hidden: small } = shownItems(report, all, keys);
  const hidden = [...small, ...absent];
  const people = await createPersonCheck(report, { params, by, cases }, run);
  const isTold = async () => {
    const countsOf = await countsByFacts(params, async asked => {
      const count = await countCases(asked);
      return () => count;
    });
    return !isNumberHidden(countsOf(''), params, k);
  };
  return {
    items: items.filter(people.isShown),
    hidden: hidden.filter(people.isShown).map(item => report.cell(item).about),
    fewCases: people.fewCases,
    total: items.length + hidden.length,
    cases: isWhole || (isFiltered && !(await isTold())) ? null : cases,
    leftOut: {
      drafts: numberOrZero(left?.drafts),
      withdrawn: numberOrZero(left?.withdrawn),
      deleted: numberOrZero(left?.deleted),
    },
    sql,
  };
}
