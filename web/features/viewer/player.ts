/**
 * Plays a plan: a fractional stage that advances with the screen's frames and notifies its listeners. Renders
 * no component; `shownStageAtom` changes only at rest.
 */
import { atom, type PrimitiveAtom } from 'jotai/vanilla';
import { browserFrames, type FrameScheduler } from '#web/lib/frame-scheduler.ts';
import { screenStore } from '#web/lib/screen-store.ts';
import { shownStageAtom } from './viewer-state.ts';

/** Stages per second at speed 1. */
const pace = 3;
/** Duration of a manual step in ms. Immediate with reduced motion. */
const glideMs = 120;
export const playbackSpeeds = [0.5, 1, 2] as const;

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

type Glide = { from: number; to: number; since: number; ms: number };

/** The current and the last stage; notifies its listeners. */
function createPosition() {
  const listeners = new Set<() => void>();
  let [at, last] = [0, 0];
  const within = (stage: number) => Math.max(0, Math.min(last, stage));
  const move = (stage: number) => {
    at = within(stage);
    for (const listener of listeners) listener();
  };
  return {
    stage: () => at,
    last: () => last,
    within,
    move,
    lengthen(to: number): void {
      last = to;
      if (at > to) move(to);
    },
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/**
 * Calls `advance` in each frame until it returns false. @param advance receives the frame's time, and the time since the
 * previous frame, ms
 */
function createFrameLoop(frames: FrameScheduler, advance: (now: number, elapsed: number) => boolean) {
  let [handle, before] = [0, 0];
  const frame = (now: number) => {
    handle = 0;
    const elapsed = now - before;
    before = now;
    if (advance(now, elapsed)) handle = frames.request(frame);
  };
  const stop = () => {
    frames.cancel(handle);
    handle = 0;
  };
  const begin = () => {
    stop();
    handle = frames.request(now => {
      before = now;
      frame(now);
    });
  };
  return { begin, stop };
}

/** Moves a position: plays it to its end, or glides to a stage. */
function createMotor(frames: FrameScheduler, position: ReturnType<typeof createPosition>) {
  const { stage, last, move } = position;
  const playing = atom(false);
  const speed = atom(1);
  let glide: Glide | null = null;

  const rest = () => {
    glide = null;
    screenStore.set(playing, false);
    screenStore.set(shownStageAtom, Math.round(stage()));
  };
  const advance = (now: number, elapsed: number) => {
    if (screenStore.get(playing)) {
      move(stage() + (elapsed / 1000) * pace * screenStore.get(speed));
      if (stage() < last()) return true;
    } else if (glide) {
      // Sets the start in the first frame: frame times are the only clock.
      glide.since ||= now;
      const share = Math.min(1, (now - glide.since) / glide.ms);
      move(glide.from + share * (glide.to - glide.from));
      if (share < 1) return true;
    } else return false;
    rest();
    return false;
  };
  const loop = createFrameLoop(frames, advance);
  return {
    playing,
    speed,
    rest,
    stop: loop.stop,
    /** The stage at the end of a running glide, otherwise the current one. */
    target: () => Math.round(glide?.to ?? stage()),
    play(): void {
      glide = null;
      screenStore.set(playing, true);
      loop.begin();
    },
    glide(to: number): void {
      glide = { from: stage(), to, since: 0, ms: glideMs };
      screenStore.set(playing, false);
      screenStore.set(shownStageAtom, to);
      loop.begin();
    },
  };
}

export function createPlayer(frames: FrameScheduler): Player {
  const position = createPosition();
  const { stage, last, move } = position;
  const motor = createMotor(frames, position);
  const { playing, speed } = motor;

  const go = (wanted: number) => {
    const to = position.within(Math.round(wanted));
    if (!frames.still() && to !== stage()) return motor.glide(to);
    screenStore.set(playing, false);
    motor.stop();
    move(to);
    motor.rest();
  };
  return {
    stage,
    last,
    lengthen: to => {
      position.lengthen(to);
      if (!screenStore.get(playing)) screenStore.set(shownStageAtom, Math.round(stage()));
    },
    set: to => {
      motor.stop();
      move(to);
      motor.rest();
    },
    go,
    step: by => go(motor.target() + by),
    toggle: () => {
      if (screenStore.get(playing)) return motor.glide(Math.round(stage()));
      if (stage() >= last()) move(0);
      motor.play();
    },
    pause: () => {
      motor.stop();
      if (screenStore.get(playing)) move(Math.round(stage()));
      motor.rest();
    },
    playing,
    speed,
    subscribe: position.subscribe,
  };
}

/** The page's player. Only one viewer is open at a time. */
export const player: Player = createPlayer(browserFrames);
