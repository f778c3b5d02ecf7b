/**
 * How long the follower of the analysts' tables collects events before it commits them. Readers end it early, because they wait for
 * the tables to have every event of the log. While commits take less than a quarter of a second, they take a
 * fifth of the time at most, however many readers ask: each writes and fsyncs several files, and commands wait for the same disk.
 */
import type { Clock, RepeatingTimers } from '../clock/clock.ts';
import { pause } from '../concurrency/pause.ts';

export const MAX_COMMIT_DELAY_MS = 1_000;
/** Least milliseconds while a reader waits. */
const SOON_MS = 30;
/** Rest after a commit, as a multiple of the time that it took. */
const REST_OF_COMMIT = 4;

export type CommitDelay = {
  /** Resolves when events must not wait longer. */
  over(signal: AbortSignal): Promise<void>;
  /** Runs a commit, after which the next one is not due for some multiple of its time. */
  whileCommitting(commit: () => Promise<void>): Promise<void>;
  /** Shortens the time until the answer is there. */
  whileReading<T>(answer: Promise<T>): Promise<T>;
};

/** @param delayMs longest time in ms without a commit */
export function createCommitDelay(timers: RepeatingTimers, delayMs: number, clock: Clock): CommitDelay {
  const soonMs = Math.min(SOON_MS, delayMs);
  /** Time from which the next commit is due. */
  let restsUntil = 0;
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
      // A clock that was set back must not stop commits.
      const restMs = Math.min(restsUntil - clock.now(), delayMs);
      await pause(timers, Math.max(soonMs, restMs), signal);
    },
    whileCommitting: async commit => {
      const start = clock.now();
      await commit().finally(() => {
        const end = clock.now();
        restsUntil = end + REST_OF_COMMIT * (end - start);
      });
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
