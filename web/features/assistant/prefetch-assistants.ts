/** Reads what /userList shows. A separate module, which the router loads with the page. */
import type { QueryClient } from '@tanstack/react-query';
import { ownCollaborationsQuery } from '#web/features/cover/collaborator-queries.ts';
import { coversQuery } from '#web/features/cover/cover-queries.ts';
import { currentUserQuery, prefetchQueries } from '#web/lib/queries.ts';
import { assistantOffersQuery, assistantsQuery } from './assistant-queries.ts';

export async function prefetchAssistants(client: QueryClient): Promise<void> {
  await prefetchQueries(client, currentUserQuery());
  const isDoctor = client.getQueryData(currentUserQuery().queryKey)?.position === 'Doctor';
  if (isDoctor)
    await prefetchQueries(
      client,
      assistantsQuery(),
      assistantOffersQuery(),
      coversQuery(),
      ownCollaborationsQuery(),
    );
}
