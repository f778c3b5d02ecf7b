/** What the server can be asked for, each as the key and the call that every page shares. */
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { AnswerData, ViewPath } from '#services/api/answers.ts';
import { ApiError, apiOf } from './api.ts';

export type Me = AnswerData<'/api/sysUser'>;
export type PresetItem = AnswerData<'/api/presets'>['items'][number];
export type AddressItem = AnswerData<'/api/addresses'>['items'][number];
export type MailItem = AnswerData<'/api/mail'>;
export type NoticeItem = AnswerData<'/api/notice'>;

const minute = 60_000;

/** Who is signed in. */
export const me = () =>
  queryOptions({
    queryKey: ['me'],
    queryFn: ({ client }) => apiOf(client).read('/api/sysUser'),
    staleTime: 10 * minute,
  });

/** Button rights: menu entries and names of actions. */
export const rights = () =>
  queryOptions({
    queryKey: ['rights'],
    queryFn: async ({ client }) => (await apiOf(client).read('/api/auth/sysUser/view')).buttonIds,
    staleTime: 10 * minute,
  });

export const workbench = () =>
  queryOptions({
    queryKey: ['workbench'],
    queryFn: async ({ client }) => {
      const view = await apiOf(client).read('/api/workbench');
      client.setQueryData(counts().queryKey, view.counts);
      return view;
    },
  });

/** The manufacturer's board. */
export const shop = () =>
  queryOptions({
    queryKey: ['shop'],
    queryFn: ({ client }) => apiOf(client).read('/api/shop'),
  });

/** Live numbers of the filters and counters. */
export const counts = () =>
  queryOptions({
    queryKey: ['counts'],
    queryFn: async ({ client }) => (await apiOf(client).read('/api/workbench')).counts,
  });

/** Parcels on their way under a tracking number. */
export const openParcels = (trackingNumber: string) =>
  queryOptions({
    queryKey: ['parcels', trackingNumber],
    queryFn: ({ client }) => apiOf(client).read('/api/parcels', { query: { trackingNumber } }),
    staleTime: 0,
  });

/** What a page of a list carries beside its rows, put where it is shown live. */
const carried: { [P in ViewPath]?: (client: QueryClient, page: AnswerData<P>) => void } = {
  '/api/retainers': (client, page) => {
    client.setQueryData(retainerCounts().queryKey, page.counts);
    client.setQueryData(retainerNews().queryKey, []);
  },
};

/** The rows that a view is asked for. @param query as the server takes it */
export const rowsOf = <P extends ViewPath>(path: P, query = '') =>
  queryOptions({
    queryKey: [path.slice('/api/'.length), query],
    queryFn: async ({ client, signal }) => {
      const page: AnswerData<P> = await apiOf(client).read(path, { query, signal });
      carried[path]?.(client, page);
      return page;
    },
  });

/** @param query as GET /api/cases takes it */
export const caseItems = (query = '') => rowsOf('/api/cases', query);

/** The whole of a case's page. @param asOf a position or an ISO time: as it stood then */
export const caseView = (caseId: string, asOf?: string) =>
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

export const history = (caseId: string) =>
  queryOptions({
    queryKey: ['history', caseId],
    queryFn: async ({ client }) =>
      (await apiOf(client).read('/api/cases/:id/history', { parts: { id: caseId } })).items,
  });

/** When a case's next steps are to be expected. */
export const forecast = (caseId: string) =>
  queryOptions({
    queryKey: ['forecast', caseId],
    queryFn: async ({ client }) =>
      (await apiOf(client).read('/api/cases/:id/forecast', { parts: { id: caseId } })).items,
  });

/** The STL export record: who was given which original model, and when. */
export const modelExports = (caseId: string) =>
  queryOptions({
    queryKey: ['exports', caseId],
    queryFn: async ({ client }) =>
      (await apiOf(client).read('/api/cases/:id/exports', { parts: { id: caseId } })).items,
  });

/** The first case and its refinements, in their order. */
export const lineage = (caseId: string) =>
  queryOptions({
    queryKey: ['lineage', caseId],
    queryFn: async ({ client }) => apiOf(client).read('/api/cases/:id/lineage', { parts: { id: caseId } }),
  });

/** What comes by mail too, and where it goes. */
export const byMail = () =>
  queryOptions({
    queryKey: ['byMail'],
    queryFn: ({ client }) => apiOf(client).read('/api/mail'),
  });

/** What counts as a notice here, and the hours in which nothing disturbs. */
export const noticeChoices = () =>
  queryOptions({
    queryKey: ['noticeChoices'],
    queryFn: ({ client }) => apiOf(client).read('/api/notice'),
    staleTime: minute,
  });

/** Number of unread messages: the bell. */
export const unread = () =>
  queryOptions({
    queryKey: ['unread'],
    queryFn: async ({ client }) => (await apiOf(client).read('/api/messages', { query: { size: 1 } })).unread,
  });

/** Live numbers of the retainer orders by status. */
export const retainerCounts = () =>
  queryOptions({
    queryKey: ['retainerCounts'],
    queryFn: async ({ client }) =>
      (await apiOf(client).read('/api/retainers', { query: { size: 1 } })).counts,
  });

/** Ids of orders that have come since the list on screen was read: no row moves under the pointer. */
export const retainerNews = () =>
  queryOptions({
    queryKey: ['retainerNews'],
    queryFn: (): string[] => [],
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Who a case can be distributed to; for a supervisor. */
export const technicians = () =>
  queryOptions({
    queryKey: ['users', 'Technician'],
    queryFn: async ({ client }) =>
      (await apiOf(client).read('/api/users', { query: { position: 'Technician', size: 100 } })).items,
    staleTime: minute,
  });

/** Preference presets, first those that everybody has. @param doctorId whose; default: those of who asks */
export const presets = (doctorId?: string) =>
  queryOptions({
    queryKey: ['presets', doctorId ?? ''],
    queryFn: async ({ client }) =>
      (await apiOf(client).read('/api/presets', { query: { size: 100, doctorId } })).items,
  });

/** Permanent addresses. @param doctorId whose; default: those of who asks */
export const addresses = (doctorId?: string) =>
  queryOptions({
    queryKey: ['addresses', doctorId ?? ''],
    queryFn: async ({ client }) =>
      (await apiOf(client).read('/api/addresses', { query: { size: 100, doctorId } })).items,
  });

/** The provinces with their cities, in the page's language. */
export const provinces = () =>
  queryOptions({
    queryKey: ['provinces'],
    queryFn: ({ client }) => apiOf(client).read('/api/cmAdress/getProvinceInfo'),
    staleTime: Number.POSITIVE_INFINITY,
  });

type Option = Parameters<QueryClient['ensureQueryData']>[0];

/** Fills the cache for a page, all at once; what fails is left to the component, which says so and offers to retry. */
export async function prefetch(client: QueryClient, ...options: readonly unknown[]): Promise<void> {
  // The boundary: queryOptions of different data have no common type.
  await Promise.allSettled(options.map(option => client.ensureQueryData(option as Option)));
}

/** Whether what failed says that there is no such thing (for this person). */
export const isMissing = (error: unknown): boolean => error instanceof ApiError && error.http === 404;
