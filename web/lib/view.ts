/** What the server can be asked for, each as the key and the call that every page shares. */
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Address } from '#events/address/addresses.ts';
import type { Slot } from '#events/case/options.ts';
import type { Expected } from '#events/forecast/forecast.ts';
import type { MailTopic } from '#events/mail/topics.ts';
import type { Quiet } from '#events/notice/quiet.ts';
import type { Position } from '#events/person/position.ts';
import type { Preset } from '#events/preset/preset.ts';
import type { CaseView, FileItem } from '#projections/case/view.ts';
import type { CaseListItem, Counts, PersonRef } from '#projections/caseList/item.ts';
import type { HistoryItem } from '#projections/history/item.ts';
import type { MessageItem } from '#projections/messages/item.ts';
import type { OpenParcel } from '#projections/parcels/row.ts';
import type { PatientList } from '#projections/patients/item.ts';
import type { RetainerPage } from '#projections/retainers/item.ts';
import type { ShopItem } from '#projections/shop/item.ts';
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
export type ExportItem = { id: string; at: string; by: PersonRef; fileId: string; slot: Slot | null };
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

/** The manufacturer's board. */
export const shop = () =>
  queryOptions({
    queryKey: ['shop'],
    queryFn: ({ client }) => apiOf(client).read<{ items: ShopItem[]; total: number }>('/shop'),
  });

/** Live numbers of the filters and counters. */
export const counts = () =>
  queryOptions({
    queryKey: ['counts'],
    queryFn: async ({ client }) => (await apiOf(client).read<WorkbenchView>('/workbench')).counts,
  });

/** Parcels on their way under a tracking number. */
export const openParcels = (trackingNumber: string) =>
  queryOptions({
    queryKey: ['parcels', trackingNumber],
    queryFn: ({ client }) =>
      apiOf(client).read<{ items: OpenParcel[]; hidden: number }>(
        `/parcels?trackingNumber=${encodeURIComponent(trackingNumber)}`,
      ),
    staleTime: 0,
  });

/** @param query as api.md's GET /api/cases takes it */
export const caseItems = (query = '') =>
  queryOptions({
    queryKey: ['cases', query],
    queryFn: ({ client, signal }) =>
      apiOf(client).read<Page<CaseListItem> & { counts?: Counts }>(`/cases${query && `?${query}`}`, signal),
  });

/** Who wears aligners. @param query as GET /api/patients takes it */
export const patientItems = (query = '') =>
  queryOptions({
    queryKey: ['patients', query],
    queryFn: ({ client, signal }) =>
      apiOf(client).read<PatientList>(`/patients${query && `?${query}`}`, signal),
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

/** When a case's next steps are to be expected. */
export const forecast = (caseId: string) =>
  queryOptions({
    queryKey: ['forecast', caseId],
    queryFn: async ({ client }) =>
      (await apiOf(client).read<{ items: Expected[] }>(`/cases/${encodeURIComponent(caseId)}/forecast`))
        .items,
  });

/** The STL export record: who was given which original model, and when. */
export const modelExports = (caseId: string) =>
  queryOptions({
    queryKey: ['exports', caseId],
    queryFn: async ({ client }) =>
      (await apiOf(client).read<{ items: ExportItem[] }>(`/cases/${encodeURIComponent(caseId)}/exports`))
        .items,
  });

/** The first case and its refinements, in their order. */
export const lineage = (caseId: string) =>
  queryOptions({
    queryKey: ['lineage', caseId],
    queryFn: async ({ client }) =>
      apiOf(client).read<{ items: CaseListItem[] }>(`/cases/${encodeURIComponent(caseId)}/lineage`),
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

/** `email` and `suggested` are masked behind a hidden eye. */
export type MailItem = {
  email: string | null;
  confirmed: boolean;
  topics: readonly MailTopic[];
  suggested: string | null;
  resendAfter: number;
};

/** What comes by mail too, and where it goes. */
export const byMail = () =>
  queryOptions({
    queryKey: ['byMail'],
    queryFn: ({ client }) => apiOf(client).read<MailItem>('/mail'),
  });

/** What counts here, and the hours in which nothing disturbs. */
export type NoticeItem = { topics: readonly MailTopic[]; quiet: Quiet | null };

export const noticeChoices = () =>
  queryOptions({
    queryKey: ['noticeChoices'],
    queryFn: ({ client }) => apiOf(client).read<NoticeItem>('/notice'),
    staleTime: minute,
  });

/** Number of unread messages: the bell. */
export const unread = () =>
  queryOptions({
    queryKey: ['unread'],
    queryFn: async ({ client }) => (await apiOf(client).read<MessagePage>('/messages?size=1')).unread,
  });

/** Retainer orders. @param query as GET /api/retainers takes it */
export const retainerItems = (query = '') =>
  queryOptions({
    queryKey: ['retainers', query],
    queryFn: async ({ client, signal }) => {
      const page = await apiOf(client).read<RetainerPage>(`/retainers${query && `?${query}`}`, signal);
      client.setQueryData(retainerCounts().queryKey, page.counts);
      client.setQueryData(retainerNews().queryKey, []);
      return page;
    },
  });

/** Live numbers of the retainer orders by status. */
export const retainerCounts = () =>
  queryOptions({
    queryKey: ['retainerCounts'],
    queryFn: async ({ client }) => (await apiOf(client).read<RetainerPage>('/retainers?size=1')).counts,
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
      (await apiOf(client).read<Page<UserItem>>('/users?position=Technician&size=100')).items,
    staleTime: minute,
  });

export type PresetItem = Preset & {
  /** Everybody has it, and nobody changes it. */
  locked: boolean;
};

/** Preference presets, first those that everybody has. @param doctorId whose; default: those of who asks */
export const presets = (doctorId?: string) =>
  queryOptions({
    queryKey: ['presets', doctorId ?? ''],
    queryFn: async ({ client }) =>
      (await apiOf(client).read<Page<PresetItem>>(`/presets?size=100${ofDoctor(doctorId)}`)).items,
  });

export type AddressItem = Address & {
  default: boolean;
  /** As a case takes it: province and city with the line. */
  whole: string;
};

/** Permanent addresses. @param doctorId whose; default: those of who asks */
export const addresses = (doctorId?: string) =>
  queryOptions({
    queryKey: ['addresses', doctorId ?? ''],
    queryFn: async ({ client }) =>
      (await apiOf(client).read<Page<AddressItem>>(`/addresses?size=100${ofDoctor(doctorId)}`)).items,
  });

const ofDoctor = (id: string | undefined) => (id === undefined ? '' : `&doctorId=${encodeURIComponent(id)}`);

export type ProvinceItem = {
  code: string;
  text: string;
  cities: { code: string; text: string; pinyin: string }[];
};

/** The provinces with their cities, in the page's language. */
export const provinces = () =>
  queryOptions({
    queryKey: ['provinces'],
    queryFn: ({ client }) => apiOf(client).read<ProvinceItem[]>('/cmAdress/getProvinceInfo'),
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
