/**
 * How long the follower of the analysts' tables collects events before it commits them. Readers end it early: each opened figure
 * appends an event to the audit, and the next question would wait a whole second for it.
 */
import type { RepeatingTimers } from '../clock/clock.ts';
import { pause } from '../concurrency/pause.ts';

export const MAX_COMMIT_DELAY_MS = 1_000;
/** Milliseconds while a reader waits. */
const SOON_MS = 30;

export type CommitDelay = {
  /** Resolves when events must not wait longer. */
  over(signal: AbortSignal): Promise<void>;
  /** Shortens the time until the answer is there. */
  whileReading<T>(answer: Promise<T>): Promise<T>;
};

/** @param delayMs longest time in ms */
export function createCommitDelay(timers: RepeatingTimers, delayMs: number): CommitDelay {
  const soonMs = Math.min(SOON_MS, delayMs);
  /** Ends the pauses that a reader shortens. Without readers for days, none of them may be left. */
  const pausing = new Set<() => void>();
  let readers = 0;
  const untilAsked = async (signal: AbortSignal) => {
    const asked = new AbortController();
    const end = () => asked.abort();
    pausing.add(end);
    signal.addEventListener('abort', end, { once: true });
    if (signal.aborted) end();
    await pause(timers, delayMs - soonMs, asked.signal);
    pausing.delete(end);
    signal.removeEventListener('abort', end);
  };
  return {
    over: async signal => {
      if (readers === 0) await untilAsked(signal);
      await pause(timers, soonMs, signal);
    },
    whileReading: answer => {
      readers += 1;
      for (const end of pausing) end();
      return answer.finally(() => {
        readers -= 1;
      });
    },
  };
}
