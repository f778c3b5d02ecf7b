/** Shared loader of the plan-room routes: reads the case before the page, and reports an unknown case. */
import type { QueryClient } from '@tanstack/react-query';
import { notFound } from '@tanstack/react-router';
import { caseViewQuery, isNotFound, prefetchQueries } from '#web/lib/queries.ts';

type Loading = { context: { client: QueryClient }; deps: { id: string } };

/** @throws notFound */
export async function loadPlanRoom({ context: { client }, deps: { id } }: Loading): Promise<void> {
  await prefetchQueries(client, caseViewQuery(id));
  if (id === '' || isNotFound(client.getQueryState(caseViewQuery(id).queryKey)?.error)) throw notFound();
}
