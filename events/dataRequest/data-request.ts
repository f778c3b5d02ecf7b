/** A patient's data requests: a fold over their stream, and their standing at a time. Pure. */
import type { CopyLanguage, DataRequestEvent, DataRequestKind } from './events.ts';

const DAY_MS = 86_400_000;
/** A request that no second person confirmed has no effect after this time. */
const REQUEST_OPEN_DAYS = 7;
/** Time for which a copy can be downloaded. */
const COPY_KEPT_DAYS = 3;

export const lapseTimeOfRequest = (at: string): string =>
  new Date(Date.parse(at) + REQUEST_OPEN_DAYS * DAY_MS).toISOString();
export const copyKeptUntil = (now: number): string => new Date(now + COPY_KEPT_DAYS * DAY_MS).toISOString();

export type PatientDataCopy = { at: string; bytes: number; files: number; until: string };

export type DataRequest = {
  request: number;
  kind: DataRequestKind;
  cases: readonly string[];
  ownerId: string;
  servedBy: string;
  colleagueId: string | null;
  keptElsewhere: boolean;
  lang: CopyLanguage;
  by: string;
  at: string;
  confirmed: { by: string; at: string } | null;
  withdrawn: { by: string; at: string } | null;
  /** ISO time at which the patient was erased. */
  erasedAt: string | null;
  copy: PatientDataCopy | null;
  stopped: { by: string; at: string } | null;
};

/** A patient's requests, the oldest first. `reasons` by number; a reason is gone once the patient is erased. */
export type DataRequests = {
  requests: readonly DataRequest[];
  reasons: Readonly<Record<number, string>>;
};
export const noDataRequests: DataRequests = { requests: [], reasons: {} };

/**
 * `working`: confirmed, and the patient is being erased or the copy is being made. `ready`: the copy can be downloaded.
 */
export type DataRequestStatus =
  | 'open'
  | 'lapsed'
  | 'withdrawn'
  | 'working'
  | 'erased'
  | 'ready'
  | 'deleted'
  | 'stopped';

type Parts = Pick<DataRequest, 'at' | 'erasedAt' | 'copy'> &
  Record<'withdrawn' | 'confirmed' | 'stopped', object | null>;

export function dataRequestStatusOf(request: Parts, now: number): DataRequestStatus {
  const { at, withdrawn, confirmed, stopped, erasedAt, copy } = request;
  if (withdrawn) return 'withdrawn';
  if (!confirmed) return now < Date.parse(lapseTimeOfRequest(at)) ? 'open' : 'lapsed';
  if (stopped) return 'stopped';
  if (erasedAt) return 'erased';
  if (!copy) return 'working';
  return now < Date.parse(copy.until) ? 'ready' : 'deleted';
}

type Recorded = { by: string; at: string };

/** Returns a request after one of its events; undefined if its first event is missing. */
export function evolveDataRequest(
  before: DataRequest | undefined,
  e: DataRequestEvent & Recorded,
): DataRequest | undefined {
  const where = { by: e.by, at: e.at };
  if (e.type === 'DataRequested') {
    const none = { confirmed: null, withdrawn: null, erasedAt: null, copy: null, stopped: null };
    return { ...e.data, ...where, ...none };
  }
  if (!before) return undefined;
  switch (e.type) {
    case 'DataRequestConfirmed':
      return { ...before, confirmed: where };
    case 'DataRequestWithdrawn':
      return { ...before, withdrawn: where };
    case 'PatientErasureDone':
      return { ...before, erasedAt: e.at };
    case 'PatientCopyMade': {
      const { bytes, files, until } = e.data;
      return { ...before, copy: { at: e.at, bytes, files, until } };
    }
    case 'PatientCopyStopped':
      return { ...before, stopped: where };
    default:
      return e satisfies never;
  }
}

export function evolveDataRequests(state: DataRequests, e: DataRequestEvent & Recorded): DataRequests {
  const { request } = e.data;
  const before = state.requests.find(one => one.request === request);
  const after = evolveDataRequest(before, e);
  if (!after) return state;
  const requests = before
    ? state.requests.map(one => (one === before ? after : one))
    : [...state.requests, after];
  const reasons =
    e.type === 'DataRequested' ? { ...state.reasons, [request]: e.personal.reason } : state.reasons;
  return { requests, reasons };
}
