/** Ports for what is never the same twice: time, ids, randomness, timers. Everything else takes them as arguments. */
import { randomBytes } from 'node:crypto';

export { dayIn } from '#events/case/calendar.ts';

/** Milliseconds since 1970. */
export type Clock = { now(): number };

export type Ids = {
  /** A random uuid. */
  uuid(): string;
  bytes(count: number): Buffer;
};

export type Timers = {
  /** Calls again and again, and never keeps the process alive; the answer stops it. */
  every(milliseconds: number, run: () => void): () => void;
};

export const systemClock: Clock = { now: () => Date.now() };

export const systemIds: Ids = { uuid: () => crypto.randomUUID(), bytes: randomBytes };

export const systemTimers: Timers = {
  every: (milliseconds, run) => {
    const timer = setInterval(run, milliseconds);
    timer.unref();
    return () => clearInterval(timer);
  },
};

/** ISO time, as events carry it. */
export const isoNow = (clock: Clock): string => new Date(clock.now()).toISOString();

/** A clock that moves when it is told to: for tests and for the demo's history. */
export function createManualClock(
  start: number,
): Clock & { advance(milliseconds: number): void; set(now: number): void } {
  let now = start;
  return {
    now: () => now,
    advance: milliseconds => {
      now += milliseconds;
    },
    set: to => {
      now = to;
    },
  };
}

/** Measures how long something takes; the answer tells the seconds since. For measures only, never for decisions. */
export function stopwatch(): () => number {
  const start = performance.now();
  return () => (performance.now() - start) / 1000;
}
