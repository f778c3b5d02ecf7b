/** The queries that the app shares: each with its key and its API call. */
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { AnswerData, ViewPath } from '#services/api/answers.ts';
import { ApiError, apiOf } from './api.ts';

export type CurrentUser = AnswerData<'/api/sysUser'>;
export type PresetItem = AnswerData<'/api/presets'>['items'][number];
export type AddressItem = AnswerData<'/api/addresses'>['items'][number];
export type MailSettingsItem = AnswerData<'/api/mail'>;
export type NoticeItem = AnswerData<'/api/notice'>;

const minute = 60_000;

/** The signed-in person. */
export const currentUserQuery = () =>
  queryOptions({
    queryKey: ['me'],
    queryFn: ({ client }) => apiOf(client).read('/api/sysUser'),
    staleTime: 10 * minute,
  });

/** Button rights: menu entries and names of actions. */
export const buttonRightsQuery = () =>
  queryOptions({
    queryKey: ['rights'],
    queryFn: async ({ client }) => (await apiOf(client).read('/api/auth/sysUser/view')).buttonIds,
    staleTime: 10 * minute,
  });

export const workbenchQuery = () =>
  queryOptions({
    queryKey: ['workbench'],
    queryFn: async ({ client }) => {
      const view = await apiOf(client).read('/api/workbench');
      client.setQueryData(caseCountsQuery().queryKey, view.counts);
      return view;
    },
  });

/** First part of the query keys of past moments. Pushed rows are never merged into these queries. */
export const pastQueryKey = ['past'] as const;

/** The manufacturer's board. */
export const shopBoardQuery = () =>
  queryOptions({
    queryKey: ['shop'],
    queryFn: ({ client }) => apiOf(client).read('/api/shop'),
  });

/** Live counts of the filters and counters. */
export const caseCountsQuery = () =>
  queryOptions({
    queryKey: ['counts'],
    queryFn: async ({ client }) => (await apiOf(client).read('/api/workbench')).counts,
  });

/** Parcels in transit with a tracking number. */
export const parcelsInTransitQuery = (trackingNumber: string) =>
  queryOptions({
    queryKey: ['parcels', trackingNumber],
    queryFn: ({ client }) => apiOf(client).read('/api/parcels', { query: { trackingNumber } }),
    staleTime: 0,
  });

/** Writes the extra data of a list page into the queries that show it live. */
const carried: { [P in ViewPath]?: (client: QueryClient, page: AnswerData<P>) => void } = {
  '/api/retainers': (client, page) => {
    client.setQueryData(retainerCountsQuery().queryKey, page.counts);
    client.setQueryData(newRetainerOrderIdsQuery().queryKey, []);
  },
};

/** The rows of a view. @param query in the server's format */
export const viewRowsQuery = <P extends ViewPath>(path: P, query = '') => {
  // A value has no equals sign of its own: it is percent-encoded.
  const isPast = query.includes('asOf=');
  const name = path.slice('/api/'.length);
  return queryOptions({
    queryKey: isPast ? [...pastQueryKey, name, query] : [name, query],
    queryFn: async ({ client, signal }) => {
      const page: AnswerData<P> = await apiOf(client).read(path, { query, signal });
      if (!isPast) carried[path]?.(client, page);
      return page;
    },
    ...(isPast && { staleTime: Number.POSITIVE_INFINITY }),
  });
};

/** @param query in the format of GET /api/cases */
export const caseItemsQuery = (query = '') => viewRowsQuery('/api/cases', query);

/** The whole page of a case. @param asOf log position or ISO time of the version to show */
export const caseViewQuery = (caseId: string, asOf?: string) =>
  queryOptions({
    queryKey: asOf ? ['case', caseId, asOf] : ['case', caseId],
    queryFn: ({ client, signal }) =>
      apiOf(client).read('/api/cases/:id', {
        parts: { id: caseId },
        query: { asOf: asOf || undefined },
        signal,
      }),
    ...(asOf ? { staleTime: Number.POSITIVE_INFINITY } : {}),
  });

export const caseHistoryQuery = (caseId: string) =>
  queryOptions({
    queryKey: ['history', caseId],
    queryFn: async ({ client }) =>
      (await apiOf(client).read('/api/cases/:id/history', { parts: { id: caseId } })).items,
  });

/** Expected dates of a case's next steps. */
export const caseForecastQuery = (caseId: string) =>
  queryOptions({
    queryKey: ['forecast', caseId],
    queryFn: async ({ client }) =>
      (await apiOf(client).read('/api/cases/:id/forecast', { parts: { id: caseId } })).items,
  });

/** The STL export record: who received which original model, and when. */
export const modelExportsQuery = (caseId: string) =>
  queryOptions({
    queryKey: ['exports', caseId],
    queryFn: async ({ client }) =>
      (await apiOf(client).read('/api/cases/:id/exports', { parts: { id: caseId } })).items,
  });

/** The first case and its refinements, in order. */
export const caseLineageQuery = (caseId: string) =>
  queryOptions({
    queryKey: ['lineage', caseId],
    queryFn: async ({ client }) => apiOf(client).read('/api/cases/:id/lineage', { parts: { id: caseId } }),
  });

/** Settings of mail notifications and the mail address. */
export const mailSettingsQuery = () =>
  queryOptions({
    queryKey: ['byMail'],
    queryFn: ({ client }) => apiOf(client).read('/api/mail'),
  });

/** Settings of notices, and the quiet hours. */
export const noticeSettingsQuery = () =>
  queryOptions({
    queryKey: ['noticeChoices'],
    queryFn: ({ client }) => apiOf(client).read('/api/notice'),
    staleTime: minute,
  });

/** Number of unread messages, for the bell. */
export const unreadCountQuery = () =>
  queryOptions({
    queryKey: ['unread'],
    queryFn: async ({ client }) => (await apiOf(client).read('/api/messages', { query: { size: 1 } })).unread,
  });

/** Live counts of the retainer orders by status. */
export const retainerCountsQuery = () =>
  queryOptions({
    queryKey: ['retainerCounts'],
    queryFn: async ({ client }) =>
      (await apiOf(client).read('/api/retainers', { query: { size: 1 } })).counts,
  });

/** Ids of orders that arrived after the list on screen was read, so that no row moves under the pointer. */
export const newRetainerOrderIdsQuery = () =>
  queryOptions({
    queryKey: ['retainerNews'],
    queryFn: (): string[] => [],
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Technicians to whom a supervisor can distribute a case. */
export const techniciansQuery = () =>
  queryOptions({
    queryKey: ['users', 'Technician'],
    queryFn: async ({ client }) =>
      (await apiOf(client).read('/api/users', { query: { position: 'Technician', size: 100 } })).items,
    staleTime: minute,
  });

/** Preference presets, shared ones first. @param doctorId default: the signed-in doctor */
export const presetsQuery = (doctorId?: string) =>
  queryOptions({
    queryKey: ['presets', doctorId ?? ''],
    queryFn: async ({ client }) =>
      (await apiOf(client).read('/api/presets', { query: { size: 100, doctorId } })).items,
  });

/** Permanent addresses. @param doctorId default: the signed-in doctor */
export const addressesQuery = (doctorId?: string) =>
  queryOptions({
    queryKey: ['addresses', doctorId ?? ''],
    queryFn: async ({ client }) =>
      (await apiOf(client).read('/api/addresses', { query: { size: 100, doctorId } })).items,
  });

/** The provinces with their cities, in the page's language. */
export const provincesQuery = () =>
  queryOptions({
    queryKey: ['provinces'],
    queryFn: ({ client }) => apiOf(client).read('/api/cmAdress/getProvinceInfo'),
    staleTime: Number.POSITIVE_INFINITY,
  });

type Option = Parameters<QueryClient['ensureQueryData']>[0];

/** Fills the cache for a page in parallel. Ignores failures: the component shows them and offers a retry. */
export async function prefetchQueries(client: QueryClient, ...options: readonly unknown[]): Promise<void> {
  // Cast at the boundary: options of different queries have no common type.
  await Promise.allSettled(options.map(option => client.ensureQueryData(option as Option)));
}

/** Whether the error is a 404: the thing does not exist, or this person may not see it. */
export const isNotFound = (error: unknown): boolean => error instanceof ApiError && error.http === 404;
