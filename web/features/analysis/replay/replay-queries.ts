/** What the replay reads: the months of the track, joined, and who stood in a queue at a moment. */
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { openTrack, type Track } from '#events/analysis/track.ts';
import { joinTracks } from '#events/analysis/track-join.ts';
import { wirePosition } from '#events/wire.ts';
import { ApiError, apiOf } from '#web/lib/api.ts';
import { authHeaders } from '#web/lib/browser.ts';
import { formatUtc } from './replay-address.ts';

/** The whole history. `log`: its name, which a position on the wire begins with. */
export type ReplayHistory = { log: string; months: readonly Track[]; track: Track };

/** @throws ApiError */
async function fetchMonth(month: string, signal?: AbortSignal): Promise<Track> {
  const answer = await fetch(`/api/analysis/track?month=${month}`, {
    headers: authHeaders(),
    ...(signal && { signal }),
  });
  if (!answer.ok) throw new ApiError(answer.statusText, { code: null, http: answer.status });
  return openTrack(new Uint8Array(await answer.arrayBuffer()));
}

/** Lets the page draw: opening and joining a year takes longer than a frame. */
const nextTask = () => new Promise<void>(done => setTimeout(done));

async function fetchHistory(client: QueryClient, signal: AbortSignal): Promise<ReplayHistory | null> {
  const { log, months } = await apiOf(client).read('/api/analysis', { signal });
  if (months.length === 0) return null;
  const tracks = await Promise.all(months.map(month => fetchMonth(month, signal)));
  await nextTask();
  const track = joinTracks(tracks);
  await nextTask();
  return { log, months: tracks, track };
}

const historyKey = ['replay'];

export const replayHistory = () =>
  queryOptions({
    queryKey: historyKey,
    queryFn: ({ client, signal }) => fetchHistory(client, signal),
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
  });

/** Reads the newest month again, and the one after it if it has begun. */
export async function refreshHistory(client: QueryClient): Promise<void> {
  const known = client.getQueryData<ReplayHistory | null>(historyKey);
  if (!known) return client.invalidateQueries({ queryKey: historyKey });
  const { log, months } = await apiOf(client).read('/api/analysis');
  const over = known.months.slice(0, -1);
  const newer = await Promise.all(months.slice(over.length).map(month => fetchMonth(month)));
  const all = [...over, ...newer];
  client.setQueryData(historyKey, { log, months: all, track: joinTracks(all) });
}

export const standingPageSize = 25;

/** The cases that stood at some statuses at a moment. @param at ms since 1970, a whole second */
export const standingCases = (statuses: readonly number[], at: number, page: number) =>
  queryOptions({
    queryKey: ['standing', statuses.join(), at, page],
    queryFn: ({ client, signal }) =>
      apiOf(client).read('/api/analysis/cases', {
        query: { asOf: formatUtc(at), status: statuses.join(), page, size: standingPageSize },
        signal,
      }),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Whose cases stood at some statuses at a moment, by pseudonym. @param at ms since 1970, a whole second */
export const standingOwners = (statuses: readonly number[], at: number) =>
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
export const caseThenHref = (log: string, caseId: string, position: number): string =>
  `/caseDetail?id=${caseId}&at=${wirePosition(log, BigInt(position))}`;
