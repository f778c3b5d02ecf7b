/** How long a call over the wire may take, and what is tried again: the client has deadlines for neither. */
import { setTimeout as rest } from 'node:timers/promises';
import { Refusal } from '#events/errors.ts';
import type { StuckTimes } from './stalled-subscription.ts';

export type Patience = {
  /** One call is given up after this. Its outcome is then unknown. */
  callMs: number;
  /** What is tried again ends after this: whoever waits is refused. */
  wholeMs: number;
  /** Between two tries, at first and at most; each is a random part of it. */
  restMs: { first: number; most: number };
  /** A subscription of which nothing was heard for so long is asked after: what goes on may have ended without a word. */
  silentMs: number;
  /** One that is opened again and again, and gets nowhere, is told of. */
  stuck: StuckTimes;
};

export const patience: Patience = {
  callMs: 3_000,
  wholeMs: 8_000,
  silentMs: 15_000,
  restMs: { first: 50, most: 1_000 },
  stuck: { afterMs: 30_000, eachMs: 60_000 },
};

/** Given up: whether it was done nobody knows. */
export class NoAnswer extends Error {
  constructor() {
    super('the event store does not answer');
    this.name = 'NoAnswer';
  }
}

/** @throws NoAnswer */
export async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new NoAnswer()), ms);
  // Whichever of the two comes second is nobody's.
  late.catch(() => undefined);
  work.catch(() => undefined);
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** The rest before try number `tries` (from 1): doubled each time, a random half of it, so that nodes do not knock at once. */
export const restOf = ({ restMs: { first, most } }: Patience, tries: number, random = Math.random) =>
  Math.min(most, first * 2 ** Math.min(tries - 1, 16)) * (0.5 + random() / 2);

export type Tried = { patience: Patience; passing: (error: unknown) => boolean; signal: AbortSignal };

/**
 * Does it, again where what went wrong may pass; the same events with the same ids are no second append.
 * @throws Refusal logDown where it does not pass in time; whatever else `work` throws
 */
export async function patiently<T>(how: Tried, work: () => Promise<T>): Promise<T> {
  const { patience, passing, signal } = how;
  const until = performance.now() + patience.wholeMs;
  for (let tries = 1; ; tries++) {
    try {
      return await within(patience.callMs, work());
    } catch (error) {
      if (!(error instanceof NoAnswer) && !passing(error)) throw error;
      const pause = restOf(patience, tries);
      if (performance.now() + pause >= until || signal.aborted) throw down(error);
      await rest(pause, undefined, { ref: false });
    }
  }
}

/** What is refused while the log cannot be reached. */
export function down(cause: unknown): Refusal {
  const refusal = new Refusal('logDown');
  refusal.cause = cause;
  return refusal;
}
