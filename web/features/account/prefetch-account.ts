/** Reads what a tab of the own account shows. A separate module, which the router loads with the page. */
import type { QueryClient } from '@tanstack/react-query';
import { dataRequestsQuery } from '#web/features/dataRequest/data-request-queries.ts';
import { addressesQuery, prefetchQueries } from '#web/lib/queries.ts';
import { ownProfileQuery, ownSessionsQuery } from './account-queries.ts';
import type { AccountTab } from './account-tabs.ts';
import { ownFactorsQuery } from './factor-queries.ts';

export function prefetchAccount(client: QueryClient, tab: AccountTab): Promise<void> {
  const queries = {
    me: [ownProfileQuery()],
    security: [ownSessionsQuery(), ownFactorsQuery()],
    addresses: [addressesQuery()],
    requests: [dataRequestsQuery(1)],
    display: [],
  }[tab];
  return prefetchQueries(client, ...queries);
}
