/** What the routes of a plan's room have in common: the case is read before the page, and a case that is none says so. */
import type { QueryClient } from '@tanstack/react-query';
import { notFound } from '@tanstack/react-router';
import { caseView, isNotFound, prefetch } from '#web/lib/queries.ts';

type Loading = { context: { client: QueryClient }; deps: { id: string } };

/** @throws notFound */
export async function loadRoom({ context: { client }, deps: { id } }: Loading): Promise<void> {
  await prefetch(client, caseView(id));
  if (id === '' || isNotFound(client.getQueryState(caseView(id).queryKey)?.error)) throw notFound();
}
