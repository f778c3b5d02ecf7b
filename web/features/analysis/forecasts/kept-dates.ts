/** Figures computed from the report's items. Pure. */
import type { ForecastReportItem } from './forecasts-queries.ts';

export type KeptDatesCount = ForecastReportItem['kept'][number];

/** The two dates of a forecast on the case page: likely and latest. */
export const promisedShares = ['half', 'most'] as const;

/** Fewer dates than this get no percentage, because a single date would change it by more than five points. */
export const minDatesForPercent = 20;

export const findKeptDatesByShare = (
  { kept }: ForecastReportItem,
  share: number,
): KeptDatesCount | undefined => kept.find(one => one.share === share);

/** Percentage of the due dates that were kept; null for too few dates. */
export const keptPercent = (dates: KeptDatesCount | undefined): number | null =>
  dates && dates.passed >= minDatesForPercent ? Math.round((100 * dates.came) / dates.passed) : null;

/** The months up to the last month with a percentage. Later months have promised dates that are not due. */
export const monthsWithPercent = (items: readonly ForecastReportItem[]): ForecastReportItem[] =>
  items.slice(0, 1 + items.findLastIndex(({ kept }) => kept.some(dates => keptPercent(dates) !== null)));

/** Adds up the counts of all items for one share. */
export function sumKeptDatesOfShare(items: readonly ForecastReportItem[], share: number): KeptDatesCount {
  const sum = { share, said: 0, passed: 0, came: 0, ended: 0 };
  for (const item of items) {
    const dates = findKeptDatesByShare(item, share);
    if (!dates) continue;
    sum.said += dates.said;
    sum.passed += dates.passed;
    sum.came += dates.came;
    sum.ended += dates.ended;
  }
  return sum;
}

export type LeastAccurateForecast = { key: string; share: number; kept: number };

/** Returns the item and share whose kept percentage differs most from the promised one, in either direction. */
export function leastAccurateForecast(
  items: readonly ForecastReportItem[],
  shares: readonly number[],
): LeastAccurateForecast | undefined {
  const all = items.flatMap(item =>
    shares.flatMap((share): LeastAccurateForecast[] => {
      const kept = keptPercent(findKeptDatesByShare(item, share));
      return kept === null ? [] : [{ key: item.key, share, kept }];
    }),
  );
  const missOf = ({ share, kept }: LeastAccurateForecast) => Math.abs(kept - share * 100);
  return all.reduce<LeastAccurateForecast | undefined>(
    (most, one) => (!most || missOf(one) > missOf(most) ? one : most),
    undefined,
  );
}

/** Lowest and highest kept percentage among the items, for one share; undefined if no item has a percentage. */
export function lowestAndHighestKeptPercent(
  items: readonly ForecastReportItem[],
  share: number,
): { low: number; high: number } | undefined {
  const percents = items.flatMap(item => keptPercent(findKeptDatesByShare(item, share)) ?? []);
  return percents.length === 0 ? undefined : { low: Math.min(...percents), high: Math.max(...percents) };
}
