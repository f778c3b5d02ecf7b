/**
 * Ports for everything nondeterministic: time, ids, randomness, timers. All other code receives them as
 * arguments.
 */
import { randomBytes } from 'node:crypto';

export { dayInZone } from '#events/case/calendar.ts';

/** A clock. `now` returns milliseconds since 1970. */
export type Clock = { now(): number };

export type Ids = {
  uuid(): string;
  bytes(count: number): Buffer;
};

/** Port of periodic timers. */
export type RepeatingTimers = {
  /** Calls `run` periodically without keeping the process alive. Returns the function that stops it. */
  every(milliseconds: number, run: () => void): () => void;
};

export const systemClock: Clock = { now: () => Date.now() };

export const systemIds: Ids = { uuid: () => crypto.randomUUID(), bytes: randomBytes };

export const systemTimers: RepeatingTimers = {
  every: (milliseconds, run) => {
    const timer = setInterval(run, milliseconds);
    timer.unref();
    return () => clearInterval(timer);
  },
};

/** Returns the current time in ISO format, as events store it. */
export const isoNow = (clock: Clock): string => new Date(clock.now()).toISOString();

/** A clock that the caller moves, for tests and for the demo's history. */
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

/**
 * Measures elapsed time, for metrics only and never for decisions. Returns a function that returns the seconds since
 * this call.
 */
export function createStopwatch(): () => number {
  const start = performance.now();
  return () => (performance.now() - start) / 1000;
}
