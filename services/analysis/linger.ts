/**
 * How long the follower of the analysts' tables collects events before it commits them. Readers end it early: each opened figure
 * appends an event to the audit, and the next question would wait a whole second for it.
 */
import type { RepeatingTimers } from '../clock/clock.ts';
import { pause } from '../concurrency/pause.ts';
import { createTickSignal } from '../concurrency/tick-signal.ts';

export const LINGER_MS = 1_000;
/** Milliseconds while a reader waits. */
const SOON_MS = 30;

export type Linger = {
  /** Resolves when events must not wait longer. */
  over(signal: AbortSignal): Promise<void>;
  /** Shortens the time until the answer is there. */
  whileReading<T>(answer: Promise<T>): Promise<T>;
};

/** @param lingerMs longest time in ms */
export function createLinger(timers: RepeatingTimers, lingerMs: number, stopping: AbortSignal): Linger {
  const soonMs = Math.min(SOON_MS, lingerMs);
  const asked = createTickSignal(undefined, 0, stopping);
  let readers = 0;
  return {
    over: async signal => {
      if (readers === 0) await Promise.race([pause(timers, lingerMs - soonMs, signal), asked.next()]);
      await pause(timers, soonMs, signal);
    },
    whileReading: answer => {
      readers += 1;
      asked.fire();
      return answer.finally(() => {
        readers -= 1;
      });
    },
  };
}
