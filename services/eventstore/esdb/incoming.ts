/** From the streams of calls to batches: what has come by now, at the reader's pace, opened again where a call breaks. */
import { setTimeout as rest, setImmediate as turn } from 'node:timers/promises';
import { StoreClosed } from '../port.ts';
import { down, NoAnswer, type Patience, restOf, within } from './deadlines.ts';
import { isNotFound, passes } from './retryable-errors.ts';
import { type OnStuck, watchStuck } from './stalled-subscription.ts';
import type { Incoming, Opening } from './wire.ts';

type Chunks = {
  size: number;
  signal: AbortSignal;
  /** So long it may be silent. */
  silentMs: number;
  /** Asked where it is silent: whether it may go on so. Otherwise it may not. */
  mayRest?: () => Promise<boolean>;
};

/** Never empty; ends with the stream, or where the signal is aborted. @throws what the call fails with, NoAnswer */
async function* chunksOf<Item>(
  { events, cancel }: Incoming<Item>,
  { size, signal, silentMs, mayRest }: Chunks,
): AsyncGenerator<Item[]> {
  let failed: { error: unknown } | undefined;
  let over = false;
  let wake: () => void = () => undefined;
  const told = () => wake();
  events.on('readable', told);
  events.once('end', () => {
    over = true;
    wake();
  });
  events.once('error', (error: unknown) => {
    failed = { error };
    wake();
  });
  signal.addEventListener('abort', told);
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
        await within(silentMs, more);
      } catch (error) {
        if (!mayRest || !(await mayRest())) throw error;
      }
      // What came in the same turn comes along.
      await turn();
    }
  } finally {
    signal.removeEventListener('abort', told);
    events.off('readable', told);
    cancel();
  }
}

export type Again<Item> = {
  /** Opens the call from where the reader has come to. */
  open: () => Opening<Item>;
  size: number;
  patience: Patience;
  /** Ends it: the reader's, or the store's. */
  signal: AbortSignal;
  /** Told of a call that was not answered. */
  doubt: () => Promise<void>;
};

/** A call that ends: opened again where it breaks, until nothing has come for too long. @throws Refusal logDown */
export async function* untilEnd<Item>({
  open,
  size,
  patience,
  signal,
  doubt,
}: Again<Item>): AsyncGenerator<Item[]> {
  let since = performance.now();
  for (let tries = 1; ; tries++) {
    if (signal.aborted) throw new StoreClosed();
    try {
      for await (const batch of chunksOf(await open(), { size, signal, silentMs: patience.callMs })) {
        yield batch;
        since = performance.now();
        tries = 1;
      }
      if (signal.aborted) throw new StoreClosed();
      return;
    } catch (error) {
      if (isNotFound(error)) return;
      if (error instanceof NoAnswer) void doubt();
      else if (!passes(error)) throw error;
      const pause = restOf(patience, tries);
      if (performance.now() + pause - since > patience.wholeMs) throw down(error);
      await rest(pause, undefined, { ref: false });
    }
  }
}

/** What a look at the log says of a subscription that is silent; `unknown` where the log did not answer. */
export type Silence = 'nothing there' | 'something missed' | 'unknown';

/**
 * A call that goes on: opened again however often it breaks, and whatever breaks it. Of what does not pass by itself
 * somebody is told: a screen that ended instead would say nothing.
 * @param look whether nothing is there that it should have said; asked where it is silent
 * @param onStuck told where it gets nowhere for long
 */
export async function* forEver<Item>(
  { open, size, patience, signal, doubt }: Again<Item>,
  look: () => Promise<Silence>,
  onStuck: OnStuck = () => undefined,
): AsyncGenerator<Item[]> {
  const { silentMs } = patience;
  const watch = watchStuck(patience.stuck, onStuck);
  const mayRest = async () => {
    const seen = await look();
    if (seen === 'nothing there') watch.goesOn();
    if (seen === 'unknown') watch.failed(new NoAnswer());
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
      if (error instanceof NoAnswer) void doubt();
      watch.failed(error);
    }
    if (signal.aborted) return;
    await rest(restOf(patience, tries), undefined, { signal, ref: false }).catch(() => undefined);
  }
}
