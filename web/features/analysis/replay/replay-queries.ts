/** What the replay reads: the months of the track, joined. */
import { queryOptions } from '@tanstack/react-query';
import { monthOf, monthsBetween } from '#events/analysis/months.ts';
import { openTrack, type Track } from '#events/analysis/track.ts';
import { joinTracks } from '#events/analysis/track-join.ts';
import { apiOf } from '#web/lib/api.ts';
import { authHeaders } from '#web/lib/browser.ts';

async function fetchMonth(month: string, signal: AbortSignal): Promise<Track> {
  const answer = await fetch(`/api/analysis/track?month=${month}`, { headers: authHeaders(), signal });
  if (!answer.ok) throw new Error(`the track of ${month} was answered with ${answer.status}`);
  return openTrack(new Uint8Array(await answer.arrayBuffer()));
}

export const replayTrack = () =>
  queryOptions({
    queryKey: ['replayTrack'],
    queryFn: async ({ client, signal }): Promise<Track | null> => {
      const { first, clock } = await apiOf(client).read('/api/analysis', { signal });
      if (!first) return null;
      const months = await Promise.all(monthsBetween(monthOf(Date.parse(first)), monthOf(Date.parse(clock))).map(month => fetchMonth(month, signal)));
      return joinTracks(months);
    },
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
  });
