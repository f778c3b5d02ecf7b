/** Reads what a tab of the own account shows. A separate module, which the router loads with the page. */
import type { QueryClient } from '@tanstack/react-query';
import { dataRequests } from '#web/features/dataRequest/data-request-queries.ts';
import { addresses, prefetch } from '#web/lib/queries.ts';
import { ownProfile, ownSessions } from './account-queries.ts';
import type { AccountTab } from './account-tabs.ts';
import { ownFactors } from './factor-queries.ts';

export function prefetchAccount(client: QueryClient, tab: AccountTab): Promise<void> {
  const queries = {
    me: [ownProfile()],
    security: [ownSessions(), ownFactors()],
    addresses: [addresses()],
    requests: [dataRequests(1)],
    display: [],
  }[tab];
  return prefetch(client, ...queries);
}
