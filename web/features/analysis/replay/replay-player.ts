/**
 * Plays a track: advances the playhead with the screen's frames, moves the dots of the scene, and tells its listeners.
 * Components read `shown`, which changes at most five times a second while it plays.
 */

import type { Track } from '#events/analysis/track.ts';
import type { FrameScheduler } from '#web/lib/frame-scheduler.ts';
import {
  advance,
  type Playhead,
  type TimeRange,
  watchingMsPerHistoryMs,
  withLongerRange,
} from './playhead.ts';
import type { ReplayScene } from './scene.ts';
import { createScenePlayer } from './scene-player.ts';

/** Time between two changes of `shown` while playing, in ms. */
const shownMs = 200;
/** With reduced motion the playhead moves in steps of this many ms. */
const reducedStepMs = 500;
/** A longer gap between frames, for example while the window was hidden, counts as this long. */
const longestFrameMs = 250;

/** The state that components show. A new object for each change. */
export type PlayerSnapshot = { head: Playhead; track: Track; range: TimeRange };

export type ReplayPlayer = {
  scene(): ReplayScene;
  head(): Playhead;
  shown(): PlayerSnapshot;
  /** Changes the playhead: a jump, play, pause, another speed. */
  change(by: (head: Playhead, range: TimeRange, track: Track) => Playhead): void;
  /** Takes over a longer track of the same cases. */
  extend(track: Track): void;
  /** Asks for a frame, for example after a change of size. */
  redraw(): void;
  /** Calls the listener in every frame in which something moves. */
  onFrame(listener: (now: number, head: Playhead) => void): () => void;
  /** Calls the listener after each change of `shown`. */
  onShown(listener: () => void): () => void;
  stop(): void;
};

const rangeOf = (track: Track): TimeRange => ({ start: track.from, end: track.to });

function createListeners<A extends unknown[]>() {
  const listeners = new Set<(...args: A) => void>();
  return {
    add: (listener: (...args: A) => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    tell: (...args: A) => {
      for (const listener of listeners) listener(...args);
    },
  };
}

/** Returns the time that passes for the playhead: all of it, or in steps with reduced motion. */
function createPacing(still: () => boolean): (elapsed: number) => number {
  let held = 0;
  return elapsed => {
    held += elapsed;
    if (still() && held < reducedStepMs) return 0;
    const passed = held;
    held = 0;
    return passed;
  };
}

export function createReplayPlayer(frames: FrameScheduler, first: Track, start: Playhead): ReplayPlayer {
  const onFrame = createListeners<[now: number, head: Playhead]>();
  const onShown = createListeners<[]>();
  const dots = createScenePlayer(first);
  const passed = createPacing(frames.still);
  let track = first;
  let head = start;
  let shown: PlayerSnapshot = { head, track, range: rangeOf(track) };
  let [handle, before, shownAt] = [0, 0, 0];
  /** True while no frame is requested: the time since the last frame then does not count. */
  let idle = true;
  /** How the dots reach the playhead's state in the next frame; null for move by move. */
  let stale: 'glide' | 'jump' | null = null;

  const tell = (now: number) => {
    shown = { head, track, range: rangeOf(track) };
    shownAt = now;
    onShown.tell();
  };
  const frame = (now: number) => {
    handle = 0;
    const elapsed = idle ? 0 : Math.min(longestFrameMs, now - before);
    const moving = frames.still() ? null : now;
    before = now;
    const isBehind = stale !== null || !dots.shows(head.at);
    if (stale) dots.settle(head.at, stale === 'glide' ? moving : null);
    else dots.follow(head.at, moving);
    stale = null;
    if (head.playing) {
      head = advance(head, rangeOf(track), passed(elapsed));
      if (head.playing) dots.follow(head.at, moving, watchingMsPerHistoryMs(head));
      else dots.settle(head.at, moving);
      if (!head.playing || now - shownAt >= shownMs) tell(now);
    } else if (isBehind) tell(now);
    onFrame.tell(now, head);
    idle = !head.playing && !dots.scene().moves(now);
    if (!idle) request();
  };
  const request = () => {
    if (handle === 0) handle = frames.request(frame);
  };

  dots.settle(head.at, null);
  return {
    scene: dots.scene,
    head: () => head,
    shown: () => shown,
    change: by => {
      const was = head;
      head = by(head, rangeOf(track), track);
      if (was.at !== head.at || (was.playing && !head.playing)) stale = head.playing ? 'jump' : 'glide';
      tell(shownAt);
      request();
    },
    extend: longer => {
      dots.extend(longer, head.at);
      track = longer;
      head = withLongerRange(head, rangeOf(track));
      tell(shownAt);
      request();
    },
    redraw: request,
    onFrame: onFrame.add,
    onShown: onShown.add,
    stop: () => {
      frames.cancel(handle);
      handle = 0;
    },
  };
}
