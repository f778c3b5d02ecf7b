/** Queries of the replay: the joined months of the track, and the cases in a queue at a moment. */
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { monthStart, trackFileMonthAt } from '#events/analysis/months.ts';
import { openTrack, type Track } from '#events/analysis/track.ts';
import { joinTracks } from '#events/analysis/track-join.ts';
import { toWirePosition } from '#events/wire.ts';
import { ApiError, apiOf } from '#web/lib/api.ts';
import { createAuthHeaders } from '#web/lib/browser.ts';
import { countMonthsToLoad, sortMonthsByNearness } from './months-to-load.ts';
import type { TimeRange } from './playhead.ts';
import { formatUtc } from './replay-address.ts';

/**
 * A history, or the part of a very long one that is near a moment. `log`: name of the log, the prefix of positions on
 * the wire.
 */
export type ReplayHistory = { log: string; months: readonly Track[]; track: Track; whole: TimeRange | null };

/** @throws ApiError */
async function fetchMonth(month: string, signal?: AbortSignal): Promise<Track> {
  const answer = await fetch(`/api/analysis/track?month=${month}`, {
    headers: createAuthHeaders(),
    ...(signal && { signal }),
  });
  if (!answer.ok) throw new ApiError(answer.statusText, { code: null, http: answer.status });
  return openTrack(new Uint8Array(await answer.arrayBuffer()));
}

/** Lets the page draw between months, because opening and joining a year takes longer than a frame. */
const nextTask = () => new Promise<void>(done => setTimeout(done));

/** Number of months that are read at the same time. */
const atOnce = 12;

/**
 * Reads the months nearest to `near` until they hold as many moves as the browser plays smoothly.
 * @returns the months in order of time
 */
async function fetchNear(months: readonly string[], near: string | undefined, signal: AbortSignal) {
  const order = sortMonthsByNearness(months, near);
  const tracks: Track[] = [];
  let inSight = 0;
  while (inSight === tracks.length && tracks.length < order.length) {
    const next = order.slice(tracks.length, tracks.length + atOnce);
    tracks.push(...(await Promise.all(next.map(month => fetchMonth(month, signal)))));
    inSight = countMonthsToLoad(tracks.map(({ moveCount }) => moveCount));
  }
  return tracks.slice(0, inSight).toSorted((a, b) => a.from - b.from);
}

async function fetchHistory(
  client: QueryClient,
  near: number | null,
  signal: AbortSignal,
): Promise<ReplayHistory | null> {
  const { log, months, clock } = await apiOf(client).read('/api/analysis', { signal });
  const nearMonth = near === null ? undefined : trackFileMonthAt(near);
  const tracks = await fetchNear(months, nearMonth, signal);
  const [first] = months;
  if (first === undefined || clock === null) return null;
  await nextTask();
  const track = joinTracks(tracks);
  await nextTask();
  const isPart = tracks.length < months.length;
  const whole = isPart ? { start: monthStart(first), end: Date.parse(clock) } : null;
  return { log, months: tracks, track, whole };
}

const historyKey = (near: number | null) => ['replay', near];

/** @param near the moment around which a very long history is loaded; null for its end */
export const replayHistoryQuery = (near: number | null) =>
  queryOptions({
    queryKey: historyKey(near),
    queryFn: ({ client, signal }) => fetchHistory(client, near, signal),
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
  });

/**
 * Reads the newest month again, and the next one if it has begun. Does nothing for a loaded part that ends earlier,
 * because it does not change.
 */
export async function refreshHistory(client: QueryClient, near: number | null): Promise<void> {
  const queryKey = historyKey(near);
  const known = client.getQueryData<ReplayHistory | null>(queryKey);
  const newest = known?.months.at(-1);
  if (!known || !newest) return client.invalidateQueries({ queryKey });
  const { log, months } = await apiOf(client).read('/api/analysis');
  const from = months.indexOf(trackFileMonthAt(newest.to));
  if (from < 0 || months.length - from > 2) return;
  const newer = await Promise.all(months.slice(from).map(month => fetchMonth(month)));
  const all = [...known.months.slice(0, -1), ...newer];
  client.setQueryData(queryKey, { ...known, log, months: all, track: joinTracks(all) });
}

/** Maximum number of counts in one answer. */
const mostCounts = 2000;
const hourMs = 3_600_000;

/** Moves in each hour of a range, or in each day or week of a long one. */
export const moveCountsOverTimeQuery = ({ start, end }: TimeRange) =>
  queryOptions({
    queryKey: ['movesOverTime', start, end],
    queryFn: async ({ client, signal }) => {
      const hours = (end - start) / hourMs;
      const step = hours < mostCounts ? 'hour' : hours / 24 < mostCounts ? 'day' : 'week';
      const query = { from: formatUtc(start), to: formatUtc(end), step } as const;
      const { items, times } = await apiOf(client).read('/api/analysis/queues', { query, signal });
      return times.map((_time, i) => items.reduce((sum, { arrivals }) => sum + (arrivals[i] ?? 0), 0));
    },
    staleTime: Number.POSITIVE_INFINITY,
  });

export const queuePageSize = 25;

/** The cases that were at some statuses at a moment. @param at ms since 1970, a whole second */
export const casesInQueueQuery = (statuses: readonly number[], at: number, page: number) =>
  queryOptions({
    queryKey: ['standing', statuses.join(), at, page],
    queryFn: ({ client, signal }) =>
      apiOf(client).read('/api/analysis/cases', {
        query: { asOf: formatUtc(at), status: statuses.join(), page, size: queuePageSize },
        signal,
      }),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Owners, as pseudonyms, of the cases that were at some statuses at a moment. @param at ms since 1970, a whole second */
export const ownersInQueueQuery = (statuses: readonly number[], at: number) =>
  queryOptions({
    queryKey: ['standingOwners', statuses.join(), at],
    queryFn: async ({ client, signal }) => {
      const query = { asOf: formatUtc(at), status: statuses.join() };
      const { items } = await apiOf(client).read('/api/analysis/owners', { query, signal });
      return new Map(items.map(({ owner, cases }) => [owner, cases]));
    },
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Address of a case as it was at a position of the log. */
export const pastCaseHref = (log: string, caseId: string, position: number): string =>
  `/caseDetail?id=${caseId}&at=${toWirePosition(log, BigInt(position))}`;
