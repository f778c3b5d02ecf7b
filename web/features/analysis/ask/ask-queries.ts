/** Queries of the page for questions in SQL. */
import { queryOptions } from '@tanstack/react-query';
import { apiOf } from '#web/lib/api.ts';

/** Stays the same while the page is open, so that fields keep their values. */
export const askDescription = () =>
  queryOptions({
    queryKey: ['askDescription'],
    queryFn: ({ client, signal }) => apiOf(client).read('/api/analysis/ask', { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
