/** Queries of past moments that no other screen shares. */
import { queryOptions } from '@tanstack/react-query';
import { apiOf } from '#web/lib/api.ts';
import { pastQueryKey } from '#web/lib/queries.ts';

/** @param asOf log position or ISO time */
export const pastWorkbenchQuery = (asOf: string) =>
  queryOptions({
    queryKey: [...pastQueryKey, 'workbench', asOf],
    queryFn: ({ client }) => apiOf(client).read('/api/workbench', { query: { asOf } }),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** The manufacturer's board. @param asOf log position or ISO time */
export const pastBoardQuery = (asOf: string) =>
  queryOptions({
    queryKey: [...pastQueryKey, 'shop', asOf],
    queryFn: ({ client }) => apiOf(client).read('/api/shop', { query: { asOf } }),
    staleTime: Number.POSITIVE_INFINITY,
  });
