import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { AnswerData } from '#services/api/answers.ts';
import { apiOf } from '#web/lib/api.ts';
import type { ForecastDatesSelection, ForecastsSearch } from './forecasts-search.ts';

export type ForecastReport = AnswerData<'/api/reports/forecasts'>;
export type ForecastReportItem = ForecastReport['items'][number];

/**
 * Kept and missed dates of the forecasts. The chosen step filters only the chart by month, because the other figures
 * compare steps.
 */
export const forecastReportQuery = ({ step, from, to, asOf }: ForecastsSearch, by: 'step' | 'month') =>
  queryOptions({
    queryKey: ['analysis', 'forecasts', by, { from, to, asOf }, by === 'month' ? step : undefined],
    queryFn: ({ client, signal }) =>
      apiOf(client).read('/api/reports/forecasts', {
        query: { from, to, asOf, by, step: by === 'month' ? step : undefined },
        signal,
      }),
    placeholderData: keepPreviousData,
  });

export type ForecastDates = AnswerData<'/api/reports/forecasts/dates'>;

/** The dates behind a figure, twenty a page. */
export const forecastDatesQuery = (
  { from, to, asOf }: ForecastsSearch,
  { step, share, kept }: ForecastDatesSelection,
  page: number,
) =>
  queryOptions({
    queryKey: ['analysis', 'forecasts', 'dates', { from, to, asOf, step, share, kept }, page],
    queryFn: ({ client, signal }) =>
      apiOf(client).read('/api/reports/forecasts/dates', {
        query: { from, to, asOf, step, share, kept: kept ? '1' : '0', page: String(page), size: '20' },
        signal,
      }),
  });
