/** The player of a screen, and what components show of it. */
import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import type { Track } from '#events/analysis/track.ts';
import { browserFrames } from '#web/lib/frame-scheduler.ts';
import type { Playhead } from './playhead.ts';
import { createReplayPlayer, type PlayerSnapshot, type ReplayPlayer } from './replay-player.ts';

/** Creates a player once. A longer track of the same history extends it. */
export function useReplayPlayer(track: Track, start: () => Playhead): ReplayPlayer {
  const first = useRef({ track, start });
  const player = useMemo(
    () => createReplayPlayer(browserFrames, first.current.track, first.current.start()),
    [],
  );
  useEffect(() => {
    if (player.shown().track !== track) player.extend(track);
  }, [player, track]);
  useEffect(() => player.stop, [player]);
  return player;
}

/** The state that the player shows. Changes at most five times a second while it plays. */
export const usePlayerSnapshot = (player: ReplayPlayer): PlayerSnapshot =>
  useSyncExternalStore(player.onShown, player.shown, player.shown);
