/** Turns call streams into batches of the available events, at the reader's pace. Reopens broken calls. */
import { setTimeout as rest, setImmediate as turn } from 'node:timers/promises';
import { StoreClosedError } from '../port.ts';
import type { OpeningCall, RunningCall } from './connection.ts';
import {
  createLogDownRefusal,
  type Deadlines,
  NoAnswerError,
  retryDelay,
  withDeadline,
} from './deadlines.ts';
import { isRetryable, isStreamNotFound } from './retryable-errors.ts';
import { createStuckReporter, type StuckSubscriptionHandler } from './stalled-subscription.ts';

type Chunks = {
  size: number;
  signal: AbortSignal;
  /** Longest accepted silence of the call. */
  silentMs: number;
  /** Called after a silence. Returns whether the call may continue. Default: it may not. */
  mayRest?: () => Promise<boolean>;
};

/**
 * Yields batches that are never empty. Ends with the stream or when the signal aborts.
 * @throws the call's error, NoAnswerError
 */
async function* chunksOf<Item>(
  { events, cancel }: RunningCall<Item>,
  { size, signal, silentMs, mayRest }: Chunks,
): AsyncGenerator<Item[]> {
  let failed: { error: unknown } | undefined;
  let over = false;
  let wake: () => void = () => undefined;
  const onEvent = () => wake();
  events.on('readable', onEvent);
  events.once('end', () => {
    over = true;
    wake();
  });
  events.once('error', (error: unknown) => {
    failed = { error };
    wake();
  });
  signal.addEventListener('abort', onEvent);
  try {
    while (!signal.aborted) {
      const batch: Item[] = [];
      for (let next = events.read(); next !== null; next = batch.length < size ? events.read() : null)
        batch.push(next);
      if (batch.length > 0) {
        yield batch;
        continue;
      }
      if (failed) throw failed.error;
      if (over) return;
      const more = new Promise<void>(resolve => {
        wake = resolve;
      });
      try {
        await withDeadline(silentMs, more);
      } catch (error) {
        if (!mayRest || !(await mayRest())) throw error;
      }
      // Waits a turn, so that a batch includes everything that arrives together.
      await turn();
    }
  } finally {
    signal.removeEventListener('abort', onEvent);
    events.off('readable', onEvent);
    cancel();
  }
}

export type ReopenedCallOptions<Item> = {
  /** Opens the call at the reader's position. */
  open: () => OpeningCall<Item>;
  size: number;
  patience: Deadlines;
  /** Ends the call: the reader's signal, or the store's. */
  signal: AbortSignal;
  /** Called after a call without an answer. */
  doubt: () => Promise<void>;
};

/** Reads a finite call, and reopens it when it breaks, until nothing arrives for too long. @throws Refusal logDown */
export async function* readFiniteCall<Item>({
  open,
  size,
  patience,
  signal,
  doubt,
}: ReopenedCallOptions<Item>): AsyncGenerator<Item[]> {
  let since = performance.now();
  for (let tries = 1; ; tries++) {
    if (signal.aborted) throw new StoreClosedError();
    try {
      for await (const batch of chunksOf(await open(), { size, signal, silentMs: patience.callMs })) {
        yield batch;
        since = performance.now();
        tries = 1;
      }
      if (signal.aborted) throw new StoreClosedError();
      return;
    } catch (error) {
      if (isStreamNotFound(error)) return;
      if (error instanceof NoAnswerError) void doubt();
      else if (!isRetryable(error)) throw error;
      const pause = retryDelay(patience, tries);
      if (performance.now() + pause - since > patience.wholeMs) throw createLogDownRefusal(error);
      await rest(pause, undefined, { ref: false });
    }
  }
}

/** Result of checking the log for a silent subscription. `unknown`: the log did not answer. */
export type SilenceCheckResult = 'nothing there' | 'something missed' | 'unknown';

/**
 * Reads an endless call, and reopens it after any error. Reports a permanent problem instead of throwing, because a
 * subscription that ends would leave a screen silently stale.
 * @param look checks, after a silence, whether the subscription missed an event
 * @param onStuck called if there is no progress for long
 */
export async function* readEndlessCall<Item>(
  { open, size, patience, signal, doubt }: ReopenedCallOptions<Item>,
  look: () => Promise<SilenceCheckResult>,
  onStuck: StuckSubscriptionHandler = () => undefined,
): AsyncGenerator<Item[]> {
  const { silentMs } = patience;
  const watch = createStuckReporter(patience.stuck, onStuck);
  const mayRest = async () => {
    const seen = await look();
    if (seen === 'nothing there') watch.goesOn();
    if (seen === 'unknown') watch.failed(new NoAnswerError());
    return seen !== 'something missed';
  };
  for (let tries = 1; !signal.aborted; tries++) {
    try {
      for await (const batch of chunksOf(await open(), { size, signal, silentMs, mayRest })) {
        watch.goesOn();
        yield batch;
        tries = 1;
      }
      if (!signal.aborted) watch.failed(new Error('it ended'));
    } catch (error) {
      if (error instanceof NoAnswerError) void doubt();
      watch.failed(error);
    }
    if (signal.aborted) return;
    await rest(retryDelay(patience, tries), undefined, { signal, ref: false }).catch(() => undefined);
  }
}
