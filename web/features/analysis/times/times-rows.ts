/**
 * Rows of the times: selection by holder or status, order within a status, and the minimum number of stays for a
 * quantile. Pure.
 */
import { type CaseHolder, caseHolderOf, caseHolders } from '#events/analysis/holders.ts';
import { isStatus } from '#events/case/status.ts';
import { minForecastCases } from '#events/forecast/forecast.ts';
import type { ReportItem } from '#services/api/answers.ts';

export type CycleTime = ReportItem<'cycleTimes'>;

export const timesSplits = ['month', 'technician', 'doctor', 'org', 'method', 'productType'] as const;
export type TimesSplit = (typeof timesSplits)[number];

/** True if quantiles are missing because there are too few stays, not because they are still open. */
export const hasTooFewStays = ({ stays }: Pick<CycleTime, 'stays'>): boolean => stays < minForecastCases;

export const hasMedian = ({ p50S }: Pick<CycleTime, 'p50S'>): boolean => p50S !== null;

/** The holder of the cases at the status of a row. */
export const holderOfRow = ({ status }: Pick<CycleTime, 'status'>): CaseHolder =>
  isStatus(status) ? caseHolderOf(status) : 'nobody';

/**
 * Number of open stays by the cases' holder. Holders without open stays are left out. Null if one of the counts is
 * hidden.
 */
export function countOpenStaysByHolder(
  items: readonly Pick<CycleTime, 'status' | 'open'>[],
): Map<CaseHolder, number | null> {
  const groups = Map.groupBy(items, holderOfRow);
  const sumOf = (own: readonly Pick<CycleTime, 'open'>[]) =>
    own.reduce<number | null>((sum, { open }) => (sum === null || open === null ? null : sum + open), 0);
  return new Map([...groups].map(([holder, own]) => [holder, sumOf(own)]));
}

export type ShownTimes<T = CycleTime> = {
  holder: CaseHolder | 'all';
  /** Statuses of the holder, from which one may be chosen. */
  statuses: number[];
  status: number | undefined;
  items: T[];
};

/**
 * The rows that an address chooses; a status also chooses its holder. Without a choice: the laboratory's rows, because
 * its waits and a patient's months of wear need different scales. If the laboratory has no rows: all rows.
 */
export function selectShownTimes<T extends Pick<CycleTime, 'status'>>(
  items: readonly T[],
  asked: { with?: string; status?: string },
): ShownTimes<T> {
  const status = items.find(item => String(item.status) === asked.status)?.status;
  const isThere = (holder: CaseHolder) => items.some(item => holderOfRow(item) === holder);
  const ofStatus = status === undefined ? undefined : holderOfRow({ status });
  const wanted = asked.with === 'all' ? 'all' : caseHolders.find(one => one === asked.with);
  const holder = (wanted !== 'all' && ofStatus) || wanted || (isThere('laboratory') ? 'laboratory' : 'all');
  const own = items.filter(item => holder === 'all' || holderOfRow(item) === holder);
  return {
    holder,
    statuses: [...new Set(own.map(item => item.status))],
    status,
    items: status === undefined ? own : own.filter(item => item.status === status),
  };
}

/** Number of months of a split that are shown at first. */
const shownMonths = 6;

/**
 * Divides the rows of a split into shown and folded ones. Folded are groups with too few stays for a quantile, and
 * months before the newest ones. If all rows would be folded, all are shown.
 */
export function splitFoldedTimes<T extends Pick<CycleTime, 'stays' | 'group'>>(
  items: readonly T[],
  by: TimesSplit | undefined,
): { shown: T[]; folded: T[] } {
  const months = [...new Set(items.map(({ group }) => group))].sort().slice(-shownMonths);
  const isShown = (item: T) => !hasTooFewStays(item) && (by !== 'month' || months.includes(item.group));
  const shown = by ? items.filter(isShown) : [];
  if (shown.length === 0) return { shown: [...items], folded: [] };
  return { shown, folded: items.filter(item => !isShown(item)) };
}

/**
 * Sorts the groups within a status by their words, because pseudonyms have no order. Rows without a group are first.
 */
export function sortByGroupWords<T extends Pick<CycleTime, 'status' | 'group'>>(
  items: readonly T[],
  wordsOf: (group: string) => string,
  language: string,
): T[] {
  const { compare } = new Intl.Collator(language, { numeric: true });
  const place = new Map([...new Set(items.map(({ status }) => status))].map((status, nth) => [status, nth]));
  const placeOf = ({ status }: T) => place.get(status) ?? 0;
  const textOf = ({ group }: T) => (group === null ? '' : wordsOf(group));
  return items.toSorted((a, b) => placeOf(a) - placeOf(b) || compare(textOf(a), textOf(b)));
}
