/** Queries of the LOG. */
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { apiOf } from '#web/lib/api.ts';
import type { ServerLogFilter } from './log-search.ts';
import type { LogPage } from './log-window.ts';

/**
 * Where a page of the log begins: at most one field. `after` and `at` read forwards, `before` backwards; without a
 * field, backwards from the log's end.
 */
export type LogPageStart = { after?: string; before?: string; at?: string };

export const readLogPage = (
  client: QueryClient,
  filter: ServerLogFilter,
  place: LogPageStart,
  signal: AbortSignal,
): Promise<LogPage> => apiOf(client).read('/api/analysis/log', { query: { ...filter, ...place }, signal });

const COUNTS_STALE_MS = 15_000;

export const logDayCountsQuery = (filter: ServerLogFilter) =>
  queryOptions({
    queryKey: ['analysis', 'counts', filter],
    queryFn: ({ client, signal }) =>
      apiOf(client).read('/api/analysis/log/counts', { query: filter, signal }),
    placeholderData: keepPreviousData,
    staleTime: COUNTS_STALE_MS,
    refetchInterval: COUNTS_STALE_MS,
  });

export const logHourCountsQuery = (filter: ServerLogFilter, day: string) =>
  queryOptions({
    queryKey: ['analysis', 'hours', filter, day],
    queryFn: ({ client, signal }) =>
      apiOf(client).read('/api/analysis/log/hours', {
        query: { ...filter, from: undefined, to: undefined, day },
        signal,
      }),
    placeholderData: keepPreviousData,
    staleTime: COUNTS_STALE_MS,
  });

/** An event never changes, so its query never becomes stale. */
export const logEventQuery = (id: string, revision: string) =>
  queryOptions({
    queryKey: ['analysis', 'event', id, revision],
    queryFn: ({ client }) =>
      apiOf(client).read('/api/analysis/log/:id/:revision', { parts: { id, revision } }),
  });
