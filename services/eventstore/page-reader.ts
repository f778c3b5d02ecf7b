/**
 * Turns pages into async iterables. A subscription reads pages, and waits when a page is empty. No live events are
 * queued beside the log, so there is no gap between history and live events, and no buffer that a slow reader could
 * fill.
 */

import { setImmediate } from 'node:timers';
import type { RawEvent } from '#events/envelope.ts';
import { type LogPosition, START, toLogPosition } from '#events/log-position.ts';
import type { GrowthSignal } from './growth-signal.ts';
import type { BatchOptions, EventFilter, ReadAllOptions, ReadOptions, SubscribeOptions } from './port.ts';

export type EventPageQuery = {
  /** Exclusive bounds of the positions. */
  after: bigint;
  before: bigint;
  backwards: boolean;
  limit: number;
  filter?: EventFilter;
};

/** `edge`: last position that was examined, matching or not. The next page starts after it. */
export type EventPage = { events: RawEvent[]; edge: bigint };

export type StreamPageQuery = { stream: string; from: number; backwards: boolean; limit: number };

/** The functions that a synchronous adapter (memory, SQLite) provides. */
export type PageReader = {
  page(query: EventPageQuery): EventPage;
  streamPage(query: StreamPageQuery): RawEvent[];
  head(): LogPosition;
};

const READ_SIZE = 512;
const LIVE_SIZE = 64;

/** Yields to the event loop between two pages, so that reading a long log does not delay sockets. */
const turn = () => new Promise<void>(resolve => setImmediate(resolve));

export async function* readBatches(pages: PageReader, options: ReadAllOptions & BatchOptions = {}) {
  const { filter, size = READ_SIZE, limit = Number.POSITIVE_INFINITY } = options;
  const backwards = options.direction === 'backwards';
  let after = options.after ?? 0n;
  let before = options.before ?? pages.head() + 1n;
  let left = limit;
  while (left > 0 && after + 1n < before && after < pages.head()) {
    const page = pages.page({ after, before, backwards, filter, limit: Math.min(size, left) });
    if (backwards) before = page.edge;
    else after = page.edge;
    left -= page.events.length;
    if (page.events.length > 0) yield page.events;
    await turn();
  }
}

export async function* readStream(pages: PageReader, stream: string, options: ReadOptions = {}) {
  const backwards = options.direction === 'backwards';
  let from = options.from === undefined ? (backwards ? Number.MAX_SAFE_INTEGER : 0) : Number(options.from);
  let left = options.limit ?? Number.POSITIVE_INFINITY;
  while (left > 0 && from >= 0) {
    const events = pages.streamPage({ stream, from, backwards, limit: Math.min(READ_SIZE, left) });
    yield* events;
    const last = events.at(-1);
    if (last === undefined) return;
    left -= events.length;
    from = backwards ? last.revision - 1 : last.revision + 1;
  }
}

export async function* subscribeBatches(
  pages: PageReader,
  growth: GrowthSignal,
  start: bigint,
  options: SubscribeOptions & BatchOptions,
) {
  const { filter, signal, size = LIVE_SIZE } = options;
  let after = start;
  while (!signal.aborted && !growth.closed) {
    const head = pages.head();
    if (after >= head) {
      // There is no await between reading the head and this line, so the next append is announced here.
      await growth.next(signal);
      continue;
    }
    const page = pages.page({ after, before: head + 1n, backwards: false, filter, limit: size });
    after = page.edge;
    if (page.events.length > 0) yield page.events;
    else await turn();
  }
}

/** Positions of these adapters have no gaps, so a number up to the head is an event's position. */
export function lastPositionUpTo(pages: Pick<PageReader, 'head'>, number: bigint): LogPosition {
  const head = pages.head();
  if (number <= 0n) return START;
  return number < head ? toLogPosition(number) : head;
}

/** Yields single events. Stops within a batch when the signal aborts. */
export async function* flattenBatches<Read>(
  batches: AsyncIterable<Read[]>,
  signal?: AbortSignal,
): AsyncGenerator<Read> {
  for await (const batch of batches) {
    for (const event of batch) {
      if (signal?.aborted) return;
      yield event;
    }
  }
}
