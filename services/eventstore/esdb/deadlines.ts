/** Deadlines of network calls and their retries. The client has none. */
import { setTimeout as rest } from 'node:timers/promises';
import { Refusal } from '#events/errors.ts';
import type { StuckReportTimes } from './stalled-subscription.ts';

export type Deadlines = {
  /** Deadline of one call. Its outcome is unknown afterwards. */
  callMs: number;
  /** Deadline of all retries together. The caller is refused afterwards. */
  wholeMs: number;
  /** Delay between two tries, at the beginning and at most, with random jitter. */
  restMs: { first: number; most: number };
  /** A subscription that is silent for this long is checked: it may have died without an error. */
  silentMs: number;
  /** Reporting times of a subscription that is reopened without progress. */
  stuck: StuckReportTimes;
};

export const defaultDeadlines: Deadlines = {
  callMs: 3_000,
  wholeMs: 8_000,
  silentMs: 15_000,
  restMs: { first: 50, most: 1_000 },
  stuck: { afterMs: 30_000, eachMs: 60_000 },
};

/** Thrown for a call that exceeded its deadline: its outcome is unknown. */
export class NoAnswerError extends Error {
  constructor() {
    super('the event store does not answer');
    this.name = 'NoAnswerError';
  }
}

/** @throws NoAnswerError */
export async function withDeadline<T>(ms: number, work: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new NoAnswerError()), ms);
  // Ignores the loser of the race.
  late.catch(() => undefined);
  work.catch(() => undefined);
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Returns the delay before try number `tries` (from 1). The delay doubles each time, and half of it is random, so that
 * nodes do not retry in step.
 */
export const retryDelay = ({ restMs: { first, most } }: Deadlines, tries: number, random = Math.random) =>
  Math.min(most, first * 2 ** Math.min(tries - 1, 16)) * (0.5 + random() / 2);

export type RetryOptions = { patience: Deadlines; passing: (error: unknown) => boolean; signal: AbortSignal };

/**
 * Repeats work while its errors are temporary. Events with the same ids are not appended twice.
 * @throws Refusal logDown at the deadline; any permanent error of `work`
 */
export async function retryUntilDeadline<T>(how: RetryOptions, work: () => Promise<T>): Promise<T> {
  const { patience, passing, signal } = how;
  const until = performance.now() + patience.wholeMs;
  for (let tries = 1; ; tries++) {
    try {
      return await withDeadline(patience.callMs, work());
    } catch (error) {
      if (!(error instanceof NoAnswerError) && !passing(error)) throw error;
      const pause = retryDelay(patience, tries);
      if (performance.now() + pause >= until || signal.aborted) throw createLogDownRefusal(error);
      await rest(pause, undefined, { ref: false });
    }
  }
}

/** Creates the refusal for an unreachable log. */
export function createLogDownRefusal(cause: unknown): Refusal {
  const refusal = new Refusal('logDown');
  refusal.cause = cause;
  return refusal;
}
