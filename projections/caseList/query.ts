/** Converts a query of the case list to groups of the histogram, and the histogram to counters. */
import {
  counterNames,
  Status,
  type StatusCounter,
  statusCodes,
  statusesByCounter,
  statusesByGroup,
  statusGroupNames,
} from '#events/case/status.ts';
import type { Viewer } from '#events/person/position.ts';
import type { CaseQuery } from '../contract.ts';
import { caseListRoomsOf } from '../rooms.ts';
import type { Histogram } from '../store/counts.ts';
import type { PageQuery } from '../store/pages.ts';
import type { CaseCounts } from './item.ts';
import type { CaseListRow } from './row.ts';

/** The histogram's key. Every filter, counter and total is a sum over the histogram's entries. */
type Group = { status: Status; method: number; productType: number; archived: boolean };

/**
 * Returns the key of a row's group. Product type 4 means that none is chosen (product-spec.md 3), so an absent type
 * counts as 4, and an absent method as 0.
 */
export const caseGroupKey = (row: CaseListRow): string =>
  `${row.status}.${row.method ?? 0}.${row.productType ?? 4}.${row.archived ? 1 : 0}`;

/** Parses a histogram's key, written by `caseGroupKey` only. */
function readGroup(key: string): Group {
  const [status = 0, method = 0, productType = 0, archived = 0] = key.split('.').map(Number);
  return { status: status as Status, method, productType, archived: archived === 1 };
}

const isCounter = (name: string): name is StatusCounter => Object.hasOwn(statusesByCounter, name);

/** True for the group of cases that are neither completed nor archived. */
export const isOpenCaseGroup = (key: string): boolean => {
  const { status, archived } = readGroup(key);
  return status !== Status.Completed && !archived;
};

/** Number of cases in the groups that match. */
export const countInGroups = (histogram: Histogram, matches: (group: string) => boolean): number =>
  [...histogram].reduce((sum, [key, n]) => (matches(key) ? sum + n : sum), 0);

/** Statuses of a filter's number; undefined for all. */
function statusesOf(filters: readonly number[]): ReadonlySet<number> | undefined {
  const names = filters.flatMap(n => statusGroupNames[n] ?? []);
  if (names.length === 0 || names.includes('all')) return undefined;
  return new Set(names.flatMap(name => statusesByGroup[name]));
}

/** Returns a predicate: whether a group of the histogram matches the query. An unknown counter or filter matches like `all`. */
function wantsOf(query: CaseQuery): (group: string) => boolean {
  const { filters = [], counter = 'all', productType = [], method = [], archived = false } = query;
  const statuses = statusesOf(filters);
  const counted: readonly number[] = isCounter(counter) ? statusesByCounter[counter] : [];
  const tests: ((g: Group) => boolean)[] = [g => g.archived === archived];
  if (statuses) tests.push(g => statuses.has(g.status));
  if (counted.length > 0) tests.push(g => counted.includes(g.status));
  if (productType.length > 0) tests.push(g => productType.includes(g.productType));
  if (method.length > 0) tests.push(g => method.includes(g.method));
  return group => {
    const read = readGroup(group);
    return tests.every(test => test(read));
  };
}

/** The store's page query, over the rooms of this viewer. */
export function pageQueryOf(viewer: Viewer, query: CaseQuery): PageQuery {
  const rooms = caseListRoomsOf(viewer);
  return {
    list: query.tab === 'action' ? 'waiting' : 'cases',
    rooms: query.tab === 'action' ? rooms.waiting : rooms.cases,
    wants: wantsOf(query),
    sort: query.sort === 'caseId' ? 'id' : query.sort,
    descending: query.descending,
    offset: (query.page - 1) * query.size,
    limit: query.size,
    keyword: query.keyword,
  };
}

/** Sums a viewer's histograms into counters and filters, without archived cases. */
export function sumCaseCounts(cases: readonly Histogram[], waiting: readonly Histogram[]): CaseCounts {
  const byStatus: Record<string, number> = Object.fromEntries(statusCodes.map(code => [code, 0]));
  let archived = 0;
  for (const histogram of cases)
    for (const [key, n] of histogram) {
      const group = readGroup(key);
      if (group.archived) archived += n;
      else byStatus[group.status] = (byStatus[group.status] ?? 0) + n;
    }
  const over = (statuses: readonly number[]) =>
    (statuses.length === 0 ? statusCodes : statuses).reduce((sum, code) => sum + (byStatus[code] ?? 0), 0);
  return {
    byStatus,
    filters: statusGroupNames.map(name => over(statusesByGroup[name])),
    counters: Object.fromEntries(counterNames.map(name => [name, over(statusesByCounter[name])])),
    waiting: waiting.reduce((sum, histogram) => sum + [...histogram.values()].reduce((a, b) => a + b, 0), 0),
    archived,
  };
}
