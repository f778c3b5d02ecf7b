/**
 * Plays a plan: a fractional stage that advances with the screen's frames and notifies its listeners. Renders
 * no component; `shownStage` changes only at rest.
 */
import { atom, type PrimitiveAtom } from 'jotai/vanilla';
import { screenStore } from '#web/lib/screen-store.ts';
import { shownStage } from './viewer-state.ts';

/** Stages per second at speed 1. */
const pace = 3;
/** Duration of a manual step in ms. Immediate with reduced motion. */
const glideMs = 120;
export const playbackSpeeds = [0.5, 1, 2] as const;

export type FrameScheduler = {
  /** Passes the time in ms, like requestAnimationFrame. */
  request(next: (now: number) => void): number;
  cancel(handle: number): void;
  /** Whether the user prefers reduced motion. */
  still(): boolean;
};

export type Player = {
  /** 0 is the start. Fractional while moving. */
  stage(): number;
  last(): number;
  /** Sets the last stage of another plan, and limits the stage to it. */
  lengthen(last: number): void;
  /** Sets the stage at once, as for a dragged handle. */
  set(stage: number): void;
  /** Glides to a whole stage. */
  go(stage: number): void;
  /**
   * Moves by some stages from the current one, or from the target of a running glide, so that no key press is
   * lost.
   */
  step(by: number): void;
  toggle(): void;
  pause(): void;
  playing: PrimitiveAtom<boolean>;
  speed: PrimitiveAtom<number>;
  /** Calls the listener after each change of `stage()`. Returns how to unsubscribe. */
  subscribe(listener: () => void): () => void;
};

type Motion = { from: number; to: number; since: number; ms: number };

export function createPlayer(frames: FrameScheduler): Player {
  const listeners = new Set<() => void>();
  const playing = atom(false);
  const speed = atom(1);
  let [at, end] = [0, 0];
  let motion: Motion | null = null;
  let [handle, before] = [0, 0];

  const move = (stage: number) => {
    at = Math.max(0, Math.min(end, stage));
    for (const listener of listeners) listener();
  };
  const rest = () => {
    motion = null;
    screenStore.set(playing, false);
    screenStore.set(shownStage, Math.round(at));
  };
  const stop = () => {
    frames.cancel(handle);
    handle = 0;
  };
  const frame = (now: number) => {
    handle = 0;
    if (screenStore.get(playing)) {
      move(at + ((now - before) / 1000) * pace * screenStore.get(speed));
      before = now;
      if (at >= end) return rest();
    } else if (motion) {
      // Sets the start in the first frame: frame times are the only clock.
      motion.since ||= now;
      const share = Math.min(1, (now - motion.since) / motion.ms);
      move(motion.from + share * (motion.to - motion.from));
      if (share === 1) return rest();
    } else return;
    handle = frames.request(frame);
  };
  const begin = () => {
    stop();
    handle = frames.request(now => {
      before = now;
      frame(now);
    });
  };
  const made: Player = {
    stage: () => at,
    last: () => end,
    lengthen: last => {
      end = last;
      if (at > last) move(last);
      if (!screenStore.get(playing)) screenStore.set(shownStage, Math.round(at));
    },
    set: stage => {
      stop();
      move(stage);
      rest();
    },
    go: stage => {
      const to = Math.max(0, Math.min(end, Math.round(stage)));
      screenStore.set(playing, false);
      if (frames.still() || to === at) {
        stop();
        move(to);
        return rest();
      }
      motion = { from: at, to, since: 0, ms: glideMs };
      screenStore.set(shownStage, to);
      begin();
    },
    step: by => made.go(Math.round(motion?.to ?? at) + by),
    toggle: () => {
      if (screenStore.get(playing)) {
        stop();
        screenStore.set(playing, false);
        motion = { from: at, to: Math.round(at), since: 0, ms: glideMs };
        screenStore.set(shownStage, Math.round(at));
        return begin();
      }
      if (at >= end) move(0);
      motion = null;
      screenStore.set(playing, true);
      begin();
    },
    pause: () => {
      stop();
      if (screenStore.get(playing)) move(Math.round(at));
      rest();
    },
    playing,
    speed,
    subscribe: listener => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  return made;
}

/** The page's player. Only one viewer is open at a time. */
export const player: Player = createPlayer({
  request: next => requestAnimationFrame(next),
  cancel: handle => cancelAnimationFrame(handle),
  still: () => matchMedia('(prefers-reduced-motion: reduce)').matches,
});
