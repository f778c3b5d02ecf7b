/** Reads over the network in the port's terms: converts the client's answers to events with positions. */

import type { RawEvent } from '#events/envelope.ts';
import { isRefusal } from '#events/errors.ts';
import { type LogPosition, START, toLogPosition } from '#events/log-position.ts';
import { passesFilter } from '../filter.ts';
import type { RawEventStore, ReadAllOptions, ReadOptions } from '../port.ts';
import { type EsdbConnection, eventOfAnswer, positionOfAnswer, type StreamEvent } from './connection.ts';
import type { Deadlines } from './deadlines.ts';
import { createHeadFinder } from './head-finder.ts';
import { readEndlessCall, readFiniteCall, type SilenceCheckResult } from './running-calls.ts';
import type { StuckSubscriptionHandler } from './stalled-subscription.ts';
import { parseEvent, type UnparsedEvent } from './unparsed-event.ts';

export type ReadDeps = {
  wire: EsdbConnection;
  patience: Deadlines;
  closing: AbortController;
  onStuck?: StuckSubscriptionHandler;
};

/** Stream that holds the log's id. Hidden from all reads. */
export const LOG_ID_STREAM = 'archline-log';
export const READ_BATCH_SIZE = 512;
const LIVE_SIZE = 64;
/** Maximum number of events that a short read receives beyond its limit. */
const BEYOND = 16;

type LiveOptions = Parameters<RawEventStore['subscribeBatches']>[1];
type BatchesOptions = Parameters<RawEventStore['readBatches']>[0];

/** False for the servers' own events and for the event that holds the log's id. */
const isOurs = ({ stream, type }: UnparsedEvent): boolean =>
  !type.startsWith('$') && !stream.startsWith('$') && stream !== LOG_ID_STREAM;

export type LogReads = ReturnType<typeof createLogReads>;

export function createLogReads(parts: ReadDeps) {
  const { wire, patience, closing } = parts;
  const log = createLog(parts);
  const head = createHeadFinder(async function* () {
    for await (const batch of log('end', true, 1))
      for (const event of batch) yield { position: event.position, isOurs: isOurs(event) };
  });
  const found = createStreams(parts);
  /** A server may omit the position of an event in a stream read. The log's end is then an upper bound. */
  const placed = async ({ event, position }: StreamEvent): Promise<RawEvent> => ({
    ...event,
    position: position ?? (await head()),
  });
  async function* stream(name: string, options?: ReadOptions): AsyncGenerator<RawEvent> {
    for await (const one of found(name, options)) yield placed(one);
  }

  async function* unparsed(options: BatchesOptions = {}): AsyncGenerator<UnparsedEvent[]> {
    const {
      filter,
      size = READ_BATCH_SIZE,
      limit = Number.POSITIVE_INFINITY,
      after = START,
      before,
    } = options;
    const backwards = options.direction === 'backwards';
    const last = await head();
    if (limit <= 0 || after >= last || (before !== undefined && after >= before)) return;
    // Excludes later appends, so that the read ends.
    const begins = before !== undefined && before <= last ? before : 'end';
    const batches = wanted(log(backwards ? begins : after, backwards, filter ? Infinity : limit), {
      filter,
      after,
      before,
      last,
      backwards,
    });
    let ready: UnparsedEvent[] = [];
    let left = limit;
    for await (const batch of batches) {
      ready = ready.concat(batch.slice(0, left));
      left -= batch.length;
      for (; ready.length >= size; ready = ready.slice(size)) yield ready.slice(0, size);
      if (left <= 0) break;
    }
    if (ready.length > 0) yield ready;
  }
  async function* all(options?: BatchesOptions): AsyncGenerator<RawEvent[]> {
    for await (const batch of unparsed(options)) yield batch.map(parseEvent);
  }
  /** Returns true if an event of ours has exactly this position. The server rejects other numbers. */
  const isEvent = async (position: LogPosition): Promise<boolean> => {
    const open = () => wire.all({ from: position, backwards: false, limit: 1 });
    const { signal } = closing;
    try {
      for await (const [first] of readFiniteCall({ open, size: 1, patience, signal, doubt: wire.doubt }))
        return first !== undefined && first.position === position && isOurs(first);
    } catch (error) {
      if (isRefusal(error)) throw error;
    }
    return false;
  };
  const lastUpTo = async (number: bigint): Promise<LogPosition> => {
    const last = await head();
    if (number <= START || number >= last) return number <= START ? START : last;
    const named = toLogPosition(number);
    if (await isEvent(named)) return named;
    for await (const batch of log('end', true, Number.POSITIVE_INFINITY))
      for (const event of batch) if (isOurs(event) && event.position <= number) return event.position;
    return START;
  };
  return { found, stream, all, unparsed, live: createLive(parts), head, lastUpTo };
}

type Between = Pick<ReadAllOptions, 'filter' | 'before'> & {
  after: LogPosition;
  /** Position of the last event to read. */
  last: LogPosition;
  backwards: boolean;
};

/** Events between two positions that match the filter. */
async function* wanted(
  batches: AsyncIterable<UnparsedEvent[]>,
  { filter, after, before, last, backwards }: Between,
): AsyncGenerator<UnparsedEvent[]> {
  const tooLate = (position: LogPosition) => position > last || (before !== undefined && position >= before);
  const passes = (event: UnparsedEvent) =>
    !tooLate(event.position) && isOurs(event) && passesFilter(filter, event.stream, event.type);
  for await (const batch of batches) {
    const end = batch.findIndex(({ position }) => (backwards ? position <= after : tooLate(position)));
    yield (end < 0 ? batch : batch.slice(0, end)).filter(passes);
    if (end >= 0) return;
  }
}

/** Events of one stream, in batches as they arrive. */
function createStreams({ wire, patience, closing }: ReadDeps) {
  return async function* found(stream: string, options: ReadOptions = {}): AsyncGenerator<StreamEvent> {
    const backwards = options.direction === 'backwards';
    let from: bigint | 'end' = options.from ?? (backwards ? 'end' : 0n);
    let left = options.limit ?? Number.POSITIVE_INFINITY;
    if (left <= 0) return;
    const open = () => wire.stream(stream, { from, backwards, limit: left });
    for await (const batch of readFiniteCall({
      open,
      size: READ_BATCH_SIZE,
      patience,
      signal: closing.signal,
      doubt: wire.doubt,
    }))
      for (const resolved of batch) {
        const one = eventOfAnswer(resolved);
        if (!one) continue;
        from = BigInt(one.event.revision) + (backwards ? -1n : 1n);
        left--;
        yield one;
        if (left <= 0 || from < 0n) return;
      }
  };
}

/** Every event of the log after a position, the servers' own included. */
function createLog({ wire, patience, closing }: ReadDeps) {
  return async function* log(
    after: LogPosition | 'end',
    backwards: boolean,
    limit: number,
    signal = closing.signal,
  ): AsyncGenerator<UnparsedEvent[]> {
    let place = after;
    const batchLimit = limit + BEYOND;
    for (let got = batchLimit; got >= batchLimit; ) {
      got = 0;
      const from = () => (place === START && !backwards ? 'start' : place);
      // Trap: a read with limit 0 never ends.
      const open = () => wire.all({ from: from(), backwards, limit: Math.max(1, batchLimit - got) });
      for await (const batch of readFiniteCall({
        open,
        size: READ_BATCH_SIZE,
        patience,
        signal,
        doubt: wire.doubt,
      })) {
        got += batch.length;
        // Skips the event at the read's start, which was already yielded, because a forward read includes it.
        const isRepeated = ({ position }: UnparsedEvent) =>
          !backwards && place !== 'end' && position <= place;
        const placed = batch.filter(event => !isRepeated(event));
        const last = placed.at(-1);
        if (!last) continue;
        place = last.position;
        yield placed;
      }
    }
  };
}

function createLive(parts: ReadDeps) {
  const { wire, patience, closing, onStuck } = parts;
  const log = createLog(parts);
  return async function* live(start: LogPosition, options: LiveOptions): AsyncGenerator<RawEvent[]> {
    const { filter, size = LIVE_SIZE } = options;
    const signal = AbortSignal.any([options.signal, closing.signal]);
    let after = start;
    const open = () => wire.subscribe(after, filter?.streamPrefix);
    /** Position up to which the subscription has missed nothing. */
    let looked = start;
    const prefixFilter = { streamPrefix: filter?.streamPrefix };
    const look = async (): Promise<SilenceCheckResult> => {
      if (after > looked) looked = after;
      try {
        // Reads to the end: a missed event may follow any number of other events.
        for await (const batch of log(looked, false, Number.POSITIVE_INFINITY, signal))
          for (const event of batch) {
            if (isOurs(event) && passesFilter(prefixFilter, event.stream, event.type))
              return 'something missed';
            looked = event.position;
          }
        return 'nothing there';
      } catch {
        // A failed check says nothing about the subscription. An ended one needs no check.
        return 'unknown';
      }
    };
    for await (const batch of readEndlessCall(
      { open, size, patience, signal, doubt: wire.doubt },
      look,
      onStuck,
    )) {
      const events = batch.flatMap(resolved => {
        const position = positionOfAnswer(resolved);
        if (position === undefined || position <= after) return [];
        // Advances past the servers' own events too. Otherwise a reopened call would repeat them, which would
        // look like progress.
        after = position;
        const one = eventOfAnswer(resolved);
        if (!one || one.event.stream === LOG_ID_STREAM) return [];
        const { stream, type } = one.event;
        return passesFilter(filter, stream, type) ? [{ ...one.event, position }] : [];
      });
      if (events.length > 0) yield events;
      if (signal.aborted) return;
    }
  };
}
