/** Queries of the audit. */
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { AnswerData } from '#services/api/answers.ts';
import { apiOf } from '#web/lib/api.ts';
import { currentPage } from '#web/lib/browser.ts';
import { download } from '#web/lib/download.ts';
import { type AuditSearch, auditQueryOf } from './audit-links.ts';

export type AuditItem = AnswerData<'/api/audit/:id'>;

const read = (client: QueryClient, search: AuditSearch, before?: string) =>
  apiOf(client).read('/api/audit', { query: { ...auditQueryOf(search), before } });

/** The entries of a filter that are loaded, newest first. */
export const auditEntriesQuery = ({ id: _open, ...filter }: AuditSearch) =>
  queryOptions({
    queryKey: ['audit', filter],
    queryFn: ({ client }) => read(client, { ...filter, id: undefined }),
    staleTime: 0,
    // A reload would drop the pages that were added.
    refetchOnWindowFocus: false,
  });

/** Adds the next page to the loaded entries. @throws ApiError */
export async function loadMoreAuditEntries(search: AuditSearch, before: string): Promise<void> {
  const { client } = currentPage();
  const page = await read(client, search, before);
  client.setQueryData(auditEntriesQuery(search).queryKey, loaded =>
    // Another load may have added the page meanwhile.
    loaded?.next === before ? { items: [...loaded.items, ...page.items], next: page.next } : loaded,
  );
}

export const auditEntryQuery = (id: string) =>
  queryOptions({
    queryKey: ['audit', 'entry', id],
    queryFn: ({ client }) => apiOf(client).read('/api/audit/:id', { parts: { id } }),
  });

/** The newest own sign-ins. */
export const ownSignInsQuery = () =>
  queryOptions({
    queryKey: ['sessions', 'signIns'],
    queryFn: async ({ client }) => (await apiOf(client).read('/api/sessions/signIns')).items,
  });

/** Saves the entries of a filter as a file. @throws ApiError */
export function exportAudit(search: AuditSearch, format: 'csv' | 'xlsx', day: string): Promise<Headers> {
  const given = Object.entries(auditQueryOf(search)).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  );
  return download(`/audit.${format}?${new URLSearchParams(given)}`, `archline-audit-${day}.${format}`);
}
