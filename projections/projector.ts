/** Follows the log: folds events into rows, saves them and announces the changes. */
import type { Recorded } from '#events/envelope.ts';
import { type LogPosition, START } from '#events/log-position.ts';
import type { SavedRowsAnnouncement } from './contract.ts';
import * as erasing from './erasing.ts';
import { type Generation, type RowSource, saveGeneration, yieldToEventLoop } from './generation.ts';
import { isDiskFullError } from './sqlite-errors.ts';

/** Limits of one turn of the event loop, so that sockets and requests are not delayed. */
const MOST_EVENTS = 64;
const MOST_MS = 5;
/**
 * A pause after each save, so that events that arrive meanwhile are saved together. It grows with the time a batch
 * took; an event that arrives alone is saved at once.
 */
const REST_MS = 2;
const MOST_REST_MS = 16;
/** Delay before changed words are indexed, and rows indexed in one turn. Searches do not depend on it. */
const WORDS_MS = 500;
const MOST_WORDED = 128;
/** Retry interval while the disk is full. A request that waits for a position retries at once. */
const FULL_MS = 1000;
const KEPT_MS = 24 * 60 * 60_000;
const PURGE_MS = 60 * 60_000;

/** Calls `run` once after a delay. Returns the function that cancels it. */
export type DelayTimers = { after(milliseconds: number, run: () => void): () => void };

export type Projector = {
  onAnnounce(listener: (announce: SavedRowsAnnouncement) => void): () => void;
  reached(position: bigint, timeoutMs: number): Promise<boolean>;
  /** Resolves once nothing more will be written. */
  stop(): Promise<void>;
};

export type ProjectorOptions = {
  source: RowSource;
  timers: DelayTimers;
  /** The current generation; a rebuild replaces it. */
  current: () => Generation;
  /**
   * Called when following the log or indexing words has failed for good. Rows or search results are stale from then on.
   */
  onFailure: (error: unknown) => void;
  /**
   * Called when an erased patient's rows were folded again and saved. The file still contains old pages.
   * @param first position of the case's first event
   */
  onErased?: (first: LogPosition) => void;
};

/** `before`: events to fold again if the first event erases a patient; that event is a slice by itself. */
type Slice = { batch: readonly Recorded[]; from: number; before?: readonly Recorded[]; began: number };

/** Folds events from an index until the time limit; `end` is the index of the next event. */
function foldSlice(source: RowSource, { folder, store, position: start }: Generation, slice: Slice) {
  const { batch, from, before, began } = slice;
  let end = from;
  let position = start;
  const traces: string[] = [];
  if (before) erasing.markErasedDataLeft(store, batch[from]?.position ?? position);
  do {
    const event = batch[end];
    if (event) {
      if (before) erasing.foldErasureAndRefold(folder, event, before);
      else folder.apply(event);
      position = event.position;
      if (event.trace) traces.push(event.trace);
    }
    end += 1;
  } while (
    !before &&
    !erasing.isErasure(batch[end]) &&
    end < batch.length &&
    source.clock.now() - began < MOST_MS
  );
  return { end, position, traces };
}

export function createProjector(options: ProjectorOptions): Projector {
  const { source, current, timers, onFailure, onErased } = options;
  const listeners = new Set<(announce: SavedRowsAnnouncement) => void>();
  const waiters = createWaiters(() => current().position, timers);
  const purge = createPurge(source.clock);
  const ending = new AbortController();
  const rest = createRest(timers);
  const words = createWordTimer(current, timers, onFailure);

  /** Folds and saves a slice of a batch, and announces it; returns the index of the next event. */
  const some = (batch: readonly Recorded[], from: number, before?: readonly Recorded[]): number => {
    const now = current();
    const began = source.clock.now();
    const { end, position, traces } = foldSlice(source, now, { batch, from, before, began });
    const saved = saveGeneration(now, position);
    if (before) now.folder.indexWords();
    purge(now);
    words.later();
    for (const listener of listeners) listener({ position, ...saved, traces, began });
    waiters.wake();
    if (before) onErased?.(before[0]?.position ?? START);
    return end;
  };

  const follow = async () => {
    const how = { signal: ending.signal, size: MOST_EVENTS };
    for await (const batch of source.log.subscribeBatches(current().position, how)) {
      const start = source.clock.now();
      for (let i = 0; i < batch.length; ) {
        if (ending.signal.aborted) return;
        const event = batch[i];
        const before =
          event && erasing.isErasure(event) ? await erasing.eventsUpToErasure(event, source) : undefined;
        i = some(batch, i, before);
        if (i < batch.length) await yieldToEventLoop();
      }
      // No pause while behind the log, or while a request waits.
      if (ending.signal.aborted || waiters.some() || batch.length === MOST_EVENTS) continue;
      const took = source.clock.now() - start;
      await rest.take(Math.min(MOST_REST_MS, Math.max(REST_MS, 2 * took)));
    }
  };
  /** While the disk is full the rows are stale. Folding resumes from the last checkpoint. */
  const keepFollowing = async () => {
    while (!ending.signal.aborted)
      try {
        return await follow();
      } catch (error) {
        if (!isDiskFullError(error)) throw error;
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

/** Indexes words after their rows are saved, in small runs with yields between them. */
function createWordTimer(
  current: () => Generation,
  timers: DelayTimers,
  onFailure: ProjectorOptions['onFailure'],
) {
  let cancel: (() => void) | undefined;
  let ended = false;
  const write = () => {
    cancel = undefined;
    try {
      if (current().folder.indexWords(MOST_WORDED)) after(REST_MS);
    } catch (error) {
      if (isDiskFullError(error)) return after(FULL_MS);
      // The failure is reported once; the words are stale from then on.
      ended = true;
      onFailure(error);
    }
  };
  const after = (milliseconds: number) => {
    cancel = timers.after(milliseconds, write);
  };
  const later = () => {
    if (!cancel && !ended && current().store.wordQueue.size() > 0) after(WORDS_MS);
  };
  // The previous process may have left rows in the queue.
  later();
  const end = () => {
    ended = true;
    cancel?.();
  };
  return { later, end };
}

/** A pause that a request for a position cuts short. */
function createRest(timers: DelayTimers) {
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

function createWaiters(position: () => bigint, timers: DelayTimers) {
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

/** Removals are kept for a day. Clients older than the last purged removal must read again. */
function createPurge(clock: RowSource['clock']) {
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
