/** What the server can be asked for, each as the key and the call that every page shares: on the server and in the browser. */
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Position } from '#events/person/position.ts';
import type { CaseView, FileItem } from '#projections/case/view.ts';
import type { CaseListItem, Counts } from '#projections/caseList/item.ts';
import type { HistoryItem } from '#projections/history/item.ts';
import type { MessageItem } from '#projections/messages/item.ts';
import { ApiError, apiOf } from './api.ts';

export type Me = {
  id: string;
  userName: string;
  name: string;
  userIcon: string;
  position: Position;
  orgId: string;
  /** Ids of the doctors whom an Assistant serves. */
  serves: string[];
  trialUntil: string | null;
};
export type Org = { logo: string; orgId: string };
export type Page<Item> = { items: Item[]; total: number; page: number; size: number };
export type WorkbenchView = {
  counters: Record<string, number>;
  counts: Counts;
  waiting: CaseListItem[];
  feed: HistoryItem[];
};
export type MessagePage = Page<MessageItem> & { unread: number };
export type UserItem = { id: string; name: string; position: Position };

const minute = 60_000;

/** Who is signed in. */
export const me = () =>
  queryOptions({
    queryKey: ['me'],
    queryFn: ({ client }) => apiOf(client).read<Me>('/sysUser'),
    staleTime: 10 * minute,
  });

/** Button rights: menu entries and names of actions. */
export const rights = () =>
  queryOptions({
    queryKey: ['rights'],
    queryFn: async ({ client }) =>
      (await apiOf(client).read<{ buttonIds: string[] }>('/auth/sysUser/view')).buttonIds,
    staleTime: 10 * minute,
  });

export const workbench = () =>
  queryOptions({
    queryKey: ['workbench'],
    queryFn: async ({ client }) => {
      const view = await apiOf(client).read<WorkbenchView>('/workbench');
      client.setQueryData(counts().queryKey, view.counts);
      return view;
    },
  });

/** Live numbers of the filters and counters. */
export const counts = () =>
  queryOptions({
    queryKey: ['counts'],
    queryFn: async ({ client }) => (await apiOf(client).read<WorkbenchView>('/workbench')).counts,
  });

/** @param query as api.md's GET /api/cases takes it */
export const caseItems = (query = '') =>
  queryOptions({
    queryKey: ['cases', query],
    queryFn: ({ client, signal }) =>
      apiOf(client).read<Page<CaseListItem>>(`/cases${query && `?${query}`}`, signal),
  });

/** The whole of a case's page. @param asOf a position or an ISO time: as it stood then */
export const caseView = (caseId: string, asOf?: string) =>
  queryOptions({
    queryKey: asOf ? ['case', caseId, asOf] : ['case', caseId],
    queryFn: ({ client, signal }) =>
      apiOf(client).read<CaseView>(
        `/cases/${encodeURIComponent(caseId)}${asOf ? `?asOf=${encodeURIComponent(asOf)}` : ''}`,
        signal,
      ),
    ...(asOf ? { staleTime: Number.POSITIVE_INFINITY } : {}),
  });

export const history = (caseId: string) =>
  queryOptions({
    queryKey: ['history', caseId],
    queryFn: async ({ client }) =>
      (await apiOf(client).read<{ items: HistoryItem[] }>(`/cases/${encodeURIComponent(caseId)}/history`))
        .items,
  });

export const caseFiles = (caseId: string) =>
  queryOptions({
    queryKey: ['files', caseId],
    queryFn: async ({ client }) =>
      (await apiOf(client).read<{ items: FileItem[] }>(`/cases/${encodeURIComponent(caseId)}/files`)).items,
  });

/** @param query page, size, unread, kind */
export const messages = (query = '') =>
  queryOptions({
    queryKey: ['messages', query],
    queryFn: ({ client }) => apiOf(client).read<MessagePage>(`/messages${query && `?${query}`}`),
  });

/** Number of unread messages: the bell. */
export const unread = () =>
  queryOptions({
    queryKey: ['unread'],
    queryFn: async ({ client }) => (await apiOf(client).read<MessagePage>('/messages?size=1')).unread,
  });

/** Who a case can be distributed to; for a supervisor. */
export const technicians = () =>
  queryOptions({
    queryKey: ['users', 'Technician'],
    queryFn: async ({ client }) =>
      (await apiOf(client).read<Page<UserItem>>('/users?position=Technician&size=100')).items,
    staleTime: minute,
  });

type Option = Parameters<QueryClient['ensureQueryData']>[0];

/** Fills the cache for a page, all at once; what fails is left to the component, which says so and offers to retry. */
export async function prefetch(client: QueryClient, ...options: readonly unknown[]): Promise<void> {
  // The boundary: queryOptions of different data have no common type.
  await Promise.allSettled(options.map(option => client.ensureQueryData(option as Option)));
}

/** Whether what failed says that there is no such thing (for this person). */
export const isMissing = (error: unknown): boolean => error instanceof ApiError && error.http === 404;
