/** The set-up list of a new organisation. */
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { sendCommand } from '#web/lib/act.ts';
import { apiOf } from '#web/lib/api.ts';

export const setUpListQuery = () =>
  queryOptions({
    queryKey: ['setUp'],
    queryFn: async ({ client }) => (await apiOf(client).read('/api/setUp')).items,
    // Always stale, because the steps are done on other pages.
    staleTime: 0,
  });

/** Reads the list for the first render. On a failure, the workbench has no list. */
export const prefetchSetUp = (client: QueryClient) => client.prefetchQuery(setUpListQuery());

export const dismissSetUp = () => sendCommand('POST', '/setUp/dismiss', {});
