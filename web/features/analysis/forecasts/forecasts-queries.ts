import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { AnswerData } from '#services/api/answers.ts';
import { apiOf } from '#web/lib/api.ts';
import type { ForecastsSearch } from './forecasts-search.ts';

export type ForecastReport = AnswerData<'/api/reports/forecasts'>;
export type ForecastReportItem = ForecastReport['items'][number];

/** How the dates of forecasts were kept. The chosen step narrows the months only: the steps are compared. */
export const forecastReport = ({ step, ...range }: ForecastsSearch, by: 'step' | 'month') =>
  queryOptions({
    queryKey: ['analysis', 'forecasts', by, range, by === 'month' ? step : undefined],
    queryFn: ({ client, signal }) =>
      apiOf(client).read('/api/reports/forecasts', {
        query: { ...range, by, step: by === 'month' ? step : undefined },
        signal,
      }),
    placeholderData: keepPreviousData,
  });
