/** Follows the log: folds what comes into the rows, saves it, and says so. */
import type { Recorded } from '#events/envelope.ts';
import { isFull } from './broken.ts';
import type { Announce } from './contract.ts';
import * as erasing from './erasing.ts';
import { type Generation, type Source, saveGeneration, turn } from './generation.ts';

/** One turn of the event loop folds no more than this: sockets and requests wait for it. */
const MOST_EVENTS = 64;
const MOST_MS = 5;
/**
 * A rest after each save: what comes meanwhile is saved together. An event that comes alone is saved at once; where much
 * comes, saving takes longer, and so does the rest.
 */
const REST_MS = 2;
const MOST_REST_MS = 16;
/** Words that changed are written so much later, and so many rows' in one turn; whoever searches does not wait for it. */
const WORDS_MS = 500;
const MOST_WORDED = 128;
/** A disk that is full is asked again after this, and with each that waits for a position. */
const FULL_MS = 1000;
const KEPT_MS = 24 * 60 * 60_000;
const PURGE_MS = 60 * 60_000;

export type Timers = { after(milliseconds: number, run: () => void): () => void };

export type Projector = {
  onAnnounce(listener: (announce: Announce) => void): () => void;
  reached(position: bigint, timeoutMs: number): Promise<boolean>;
  /** Ends; resolves once nothing more is written. */
  stop(): Promise<void>;
};

export type ProjectorOptions = {
  source: Source;
  timers: Timers;
  /** The rows that answer now; a rebuild changes which they are. */
  current: () => Generation;
  /** Following has ended by an error, or the writing of words: the rows, or what they are found by, fall behind from here on. */
  onFailure: (error: unknown) => void;
  /** An erased patient's rows were folded again and saved; the file still holds traces of them. */
  onErased?: () => void;
};

export function createProjector(options: ProjectorOptions): Projector {
  const { source, current, timers, onFailure, onErased } = options;
  const listeners = new Set<(announce: Announce) => void>();
  const waiters = createWaiters(() => current().position, timers);
  const purge = createPurge(source.clock);
  const ending = new AbortController();
  const rest = createRest(timers);
  const words = createWording(current, timers, onFailure);

  /**
   * Folds from an index on until the time is up; gives the index that it came to.
   * @param before where the first one erases a patient: what it folds anew. It is saved alone
   */
  const some = (batch: readonly Recorded[], from: number, before?: readonly Recorded[]): number => {
    const now = current();
    const start = source.clock.now();
    let i = from;
    let position = now.position;
    const traces: string[] = [];
    if (before) erasing.begin(now.store, batch[from]?.position ?? position);
    do {
      const event = batch[i];
      if (event) {
        if (before) erasing.foldErasing(now.folder, source.upcast(event), before);
        else now.folder.apply(source.upcast(event));
        position = event.position;
        if (event.trace) traces.push(event.trace);
      }
      i += 1;
    } while (
      !before &&
      !erasing.erases(batch[i]) &&
      i < batch.length &&
      source.clock.now() - start < MOST_MS
    );
    const saved = saveGeneration(now, position);
    if (before) now.folder.word();
    purge(now);
    words.later();
    for (const listener of listeners) listener({ position, ...saved, traces, began: start });
    waiters.wake();
    if (before) onErased?.();
    return i;
  };

  const follow = async () => {
    const how = { signal: ending.signal, size: MOST_EVENTS };
    for await (const batch of source.log.subscribeBatches(current().position, how)) {
      const start = source.clock.now();
      for (let i = 0; i < batch.length; ) {
        if (ending.signal.aborted) return;
        const event = batch[i];
        const before = event && erasing.erases(event) ? await erasing.upToErasing(event, source) : undefined;
        i = some(batch, i, before);
        if (i < batch.length) await turn();
      }
      // Behind a log that is ahead there is no rest.
      if (ending.signal.aborted || waiters.some() || batch.length === MOST_EVENTS) continue;
      const took = source.clock.now() - start;
      await rest.take(Math.min(MOST_REST_MS, Math.max(REST_MS, 2 * took)));
    }
  };
  /** Where there is no room the rows stay behind: what comes is folded again from the last checkpoint on. */
  const keepFollowing = async () => {
    while (!ending.signal.aborted)
      try {
        return await follow();
      } catch (error) {
        if (!isFull(error)) throw error;
        await rest.take(FULL_MS);
      }
  };
  const followed = keepFollowing().catch(onFailure);

  return {
    onAnnounce: listener => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    reached: (position, timeoutMs) => {
      const reached = waiters.reached(position, timeoutMs);
      if (waiters.some()) rest.end();
      return reached;
    },
    stop: async () => {
      ending.abort();
      rest.end();
      waiters.end();
      words.end();
      await followed;
    },
  };
}

/** Words are written behind the rows, in runs with a turn for everybody else between them. */
function createWording(current: () => Generation, timers: Timers, onFailure: ProjectorOptions['onFailure']) {
  let cancel: (() => void) | undefined;
  let ended = false;
  const write = () => {
    cancel = undefined;
    try {
      if (current().folder.word(MOST_WORDED)) after(REST_MS);
    } catch (error) {
      if (isFull(error)) return after(FULL_MS);
      // Nobody is told twice: from here on the words fall behind.
      ended = true;
      onFailure(error);
    }
  };
  const after = (milliseconds: number) => {
    cancel = timers.after(milliseconds, write);
  };
  const later = () => {
    if (!cancel && !ended && current().store.unworded.size() > 0) after(WORDS_MS);
  };
  // A process that ended may have left some.
  later();
  const end = () => {
    ended = true;
    cancel?.();
  };
  return { later, end };
}

/** A rest that whoever waits for a position cuts short. */
function createRest(timers: Timers) {
  let end: () => void = () => undefined;
  return {
    take: (milliseconds: number) =>
      new Promise<void>(resolve => {
        const cancel = timers.after(milliseconds, resolve);
        end = () => {
          cancel();
          resolve();
        };
      }),
    end: () => end(),
  };
}

type Waiter = { position: bigint; done: (reached: boolean) => void };

function createWaiters(position: () => bigint, timers: Timers) {
  const waiting = new Set<Waiter>();
  return {
    reached: (wanted: bigint, timeoutMs: number) =>
      new Promise<boolean>(resolve => {
        if (position() >= wanted) return resolve(true);
        const waiter: Waiter = {
          position: wanted,
          done: reached => {
            waiting.delete(waiter);
            cancel();
            resolve(reached);
          },
        };
        const cancel = timers.after(timeoutMs, () => waiter.done(false));
        waiting.add(waiter);
      }),
    some: () => waiting.size > 0,
    wake() {
      for (const waiter of waiting) if (waiter.position <= position()) waiter.done(true);
    },
    end() {
      for (const waiter of waiting) waiter.done(false);
    },
  };
}

/** Removals are kept for a day; from what is dropped on, a client has to read anew. */
function createPurge(clock: Source['clock']) {
  let last = clock.now();
  return ({ store }: Generation) => {
    const now = clock.now();
    if (now - last < PURGE_MS) return;
    last = now;
    store.transaction(() => {
      const dropped = store.purgeRemovals(now - KEPT_MS);
      if (dropped !== undefined) store.setMeta('removalsFrom', String(dropped));
    });
  };
}
