/** Reads the newest month again when pushed rows say that something happened. */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { pageSocket } from '#web/lib/socket.ts';
import type { ReplayPlayer } from './replay-player.ts';
import { refreshHistory } from './replay-queries.ts';

/** Pushes within this time cause one reading. */
const gatherMs = 1000;

/**
 * @param player null while there is no history. Reading waits until the player rests, because joining a long history
 * takes longer than a frame.
 * @param near the moment around which the history was loaded
 */
export function useFollowLiveHistory(player: ReplayPlayer | null, near: number | null): void {
  const client = useQueryClient();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let pushed = false;
    const read = () => {
      timer = undefined;
      if (!pushed || player?.head().playing) return;
      pushed = false;
      // After a failed reading, the next one also brings its events.
      void refreshHistory(client, near).then(
        () => undefined,
        () => undefined,
      );
    };
    const plan = () => {
      if (pushed) timer ??= setTimeout(read, gatherMs);
    };
    const ends = [
      pageSocket.on('rows', () => {
        pushed = true;
        plan();
      }),
      player?.onShown(plan),
    ];
    return () => {
      clearTimeout(timer);
      for (const end of ends) end?.();
    };
  }, [client, player, near]);
}
