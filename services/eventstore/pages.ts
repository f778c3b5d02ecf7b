/**
 * From pages to async iterables. A subscription is nothing but reading pages, and waiting where a page is empty: no
 * queue of live events stands beside the log, so there is no hole to close and nothing that a slow reader can fill.
 */

import { setImmediate } from 'node:timers';
import type { Recorded } from '#events/envelope.ts';
import { keptPosition, type LogPosition, START } from '#events/log-position.ts';
import type { Growth } from './growth.ts';
import type { BatchOptions, Filter, ReadAllOptions, ReadOptions, SubscribeOptions } from './port.ts';

export type PageQuery = {
  /** Both exclusive. */
  after: bigint;
  before: bigint;
  backwards: boolean;
  limit: number;
  filter?: Filter;
};

/** `edge` is the last position that was looked at, wanted or not: the next page goes on from there. */
export type Page = { events: Recorded[]; edge: bigint };

export type StreamPageQuery = { stream: string; from: number; backwards: boolean; limit: number };

/** What an adapter that reads at once (memory, SQLite) has to bring. */
export type Pages = {
  page(query: PageQuery): Page;
  streamPage(query: StreamPageQuery): Recorded[];
  head(): LogPosition;
};

const READ_SIZE = 512;
const LIVE_SIZE = 64;

/** A turn for everybody else between two pages: reading a long log must not keep sockets waiting. */
const turn = () => new Promise<void>(resolve => setImmediate(resolve));

export async function* readBatches(pages: Pages, options: ReadAllOptions & BatchOptions = {}) {
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

export async function* readStream(pages: Pages, stream: string, options: ReadOptions = {}) {
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
  pages: Pages,
  growth: Growth,
  start: bigint,
  options: SubscribeOptions & BatchOptions,
) {
  const { filter, signal, size = LIVE_SIZE } = options;
  let after = start;
  while (!signal.aborted && !growth.closed) {
    const head = pages.head();
    if (after >= head) {
      // Nothing is awaited between the look at the head and this: what is appended next is announced to us.
      await growth.next(signal);
      continue;
    }
    const page = pages.page({ after, before: head + 1n, backwards: false, filter, limit: size });
    after = page.edge;
    if (page.events.length > 0) yield page.events;
    else await turn();
  }
}

/** Positions of such an adapter have no gaps: the number itself is an event's, where it is not behind the head. */
export function lastUpTo(pages: Pick<Pages, 'head'>, number: bigint): LogPosition {
  const head = pages.head();
  if (number <= 0n) return START;
  return number < head ? keptPosition(number) : head;
}

/** One by one; ends in the middle of a batch where the signal is aborted. */
export async function* eachOf(batches: AsyncIterable<Recorded[]>, signal?: AbortSignal) {
  for await (const batch of batches) {
    for (const event of batch) {
      if (signal?.aborted) return;
      yield event;
    }
  }
}
