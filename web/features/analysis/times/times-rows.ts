/** Rows of the table of times: their order within a status, and how many stays a quantile needs. Pure. */
import { minForecastCases } from '#events/forecast/forecast.ts';
import type { ReportItem } from '#services/api/answers.ts';

type CycleTime = Pick<ReportItem<'cycleTimes'>, 'status' | 'group' | 'stays'>;

/** Whether a quantile is missing because of too few stays, whatever becomes of them. */
export const isTooFew = ({ stays }: Pick<CycleTime, 'stays'>): boolean => stays < minForecastCases;

/** Rows with the groups of a status by their words, since pseudonyms have no order. Rows without a group come first. */
export function byGroupWords<T extends CycleTime>(
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
