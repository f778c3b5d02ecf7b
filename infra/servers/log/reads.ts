/** Reads and subscriptions with EventStoreDB's rules for their start, their answers and their end. */
import type streams from '@eventstore/db-client/generated/streams_pb.js';
import type { ServerWritableStream } from '@grpc/grpc-js';
import {
  encodeCaughtUp,
  encodeCheckpoint,
  encodeStreamNotFound,
  encodeSubscriptionConfirmation,
} from './answers.ts';
import {
  type CallError,
  createHandlerExceptionError,
  createInvalidReadError,
  createSlowReaderError,
  createStreamDeletedError,
} from './call-errors.ts';
import type { StoredEvent } from './event-rows.ts';
import type { ReadableLog } from './event-table.ts';
import { resolveLink } from './links.ts';
import { STREAM_DELETED } from './records.ts';
import { parseReadRequest, type ReadRequest } from './requests.ts';

/** A read call whose answers are already encoded. */
export type ReadCall = ServerWritableStream<InstanceType<typeof streams.ReadReq>, Uint8Array>;

const PAGE = 256;
/** Position of the first record. A backward read from before it returns nothing. */
const FIRST_RECORD = 8;

/**
 * Start of the first page as a revision or position, or the error of the call; undefined if there is nothing
 * to read.
 */
type Beginning = { from: number } | { refused: CallError } | undefined;

function ofStream(
  { from, backwards, live, limit }: ReadRequest,
  log: ReadableLog,
  stream: string,
): Beginning {
  if (live) {
    const after = from === 'start' ? -1 : from === 'end' ? lastOf(log, stream) : from;
    return { from: after + 1 };
  }
  if (limit === 0 || (from === 'end' && !backwards))
    return { refused: createInvalidReadError('ReadStreamResult') };
  return { from: from === 'start' ? 0 : from === 'end' ? Number.MAX_SAFE_INTEGER : from };
}

const lastOf = (log: ReadableLog, stream: string) =>
  log.page({ stream, from: Number.MAX_SAFE_INTEGER, backwards: true, limit: 1 })[0]?.revision ?? -1;

/**
 * Trap: a position inside a record is refused, by each kind of read with its own error. A forward read
 * accepts any position after the last record.
 */
function ofLog({ from, backwards, live }: ReadRequest, log: ReadableLog): Beginning {
  const behindAll = Number.MAX_SAFE_INTEGER;
  if (from === 'start') return backwards ? undefined : { from: 0 };
  if (from === 'end') return { from: backwards ? behindAll : log.last() + 1 };
  const place = log.placeOf(from);
  if (live) {
    if (place === 'end' || place === 'behind') return { from: log.last() + 1 };
    return place === 'record' || from === 0 ? { from: from + 1 } : { refused: createHandlerExceptionError() };
  }
  if (backwards) {
    if (from < FIRST_RECORD) return undefined;
    return place === 'record' || place === 'end'
      ? { from }
      : { refused: createInvalidReadError('ReadAllResult') };
  }
  if (from > log.last()) return undefined;
  return place === 'record' || from === 0 ? { from } : { refused: createInvalidReadError('ReadAllResult') };
}

/** Resolves when the call can take more data, or is aborted. */
function drained(call: ReadCall, gone: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    const go = () => {
      call.off('drain', go);
      gone.removeEventListener('abort', go);
      resolve();
    };
    call.once('drain', go);
    gone.addEventListener('abort', go);
  });
}

/** Resolves when the log has grown, or the call is aborted. */
export function waitForLogGrowth(log: ReadableLog, gone: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    const go = () => {
      off();
      gone.removeEventListener('abort', go);
      resolve();
    };
    const off = log.onGrowth(go);
    gone.addEventListener('abort', go);
  });
}

const ended = (gone: AbortSignal): Promise<void> =>
  new Promise(resolve => {
    if (gone.aborted) resolve();
    else gone.addEventListener('abort', () => resolve());
  });

const after = (last: StoredEvent, { stream, backwards }: ReadRequest) =>
  stream === undefined ? last.position + (backwards ? 0 : 1) : last.revision + (backwards ? -1 : 1);

/** Sends the checkpoints of a live subscription, and "caught up" once. */
function createLive(call: ReadCall, { live, checkpointEach = Infinity }: ReadRequest) {
  let told = false;
  let looked = 0;
  return {
    looked: ({ position }: StoredEvent) => {
      if (!live || ++looked < checkpointEach) return;
      looked = 0;
      call.write(encodeCheckpoint(position));
    },
    rest: (position: number) => {
      if (told) return;
      told = true;
      call.write(encodeCaughtUp());
      if (checkpointEach < Infinity) call.write(encodeCheckpoint(position));
    },
  };
}

/** Reason why a subscription ends: as if the log had an end, or because its reader is too slow. */
export type SubscriptionEndReason = 'over' | 'too slow';

export type ReadContext = {
  log: ReadableLog;
  call: ReadCall;
  /** Aborted when the reader has disconnected. */
  gone: AbortSignal;
  /** Whether the subscription is silenced without being ended. */
  hushed: () => boolean;
  /** Ends a subscription. Its abort reason is a `SubscriptionEndReason`. */
  over: AbortSignal;
};

/** Sends events from a revision or position on. @returns the error that ends the call, if there is one */
async function sendEvents(
  reading: ReadContext,
  asked: ReadRequest,
  begin: number,
): Promise<CallError | undefined> {
  const { log, call, hushed } = reading;
  const { stream, backwards, live, wanted, resolveLinks } = asked;
  const gone = live ? AbortSignal.any([reading.gone, reading.over]) : reading.gone;
  const end = () => (live && reading.over.reason === 'too slow' ? createSlowReaderError() : undefined);
  const follower = createLive(call, asked);
  let from = begin;
  let left = asked.limit;
  while (left > 0 && !gone.aborted) {
    const page = hushed() ? [] : log.page({ stream, from, backwards, limit: Math.min(PAGE, left) });
    for (const event of page) {
      if (gone.aborted) return end();
      const answer = resolveLinks ? resolveLink(event, log) : event.answer;
      if (wanted(event) && !call.write(answer)) await drained(call, gone);
      if (live && stream !== undefined && event.type === STREAM_DELETED)
        return createStreamDeletedError(stream);
      follower.looked(event);
    }
    const last = page.at(-1);
    left -= page.length;
    if (last) from = after(last, asked);
    else if (!live) return undefined;
    else {
      // Trap: a subscription to a missing stream never reports that it has caught up.
      if (stream === undefined || log.has(stream)) follower.rest(log.last());
      await waitForLogGrowth(log, gone);
    }
  }
  return end();
}

export async function answerRead(reading: ReadContext): Promise<void> {
  const { log, call, gone } = reading;
  const asked = parseReadRequest(call.request);
  const { stream, live, limit } = asked;
  const begin = stream === undefined ? ofLog(asked, log) : ofStream(asked, log, stream);
  const refused =
    begin && 'refused' in begin
      ? begin.refused
      : stream !== undefined && log.isTombstoned(stream)
        ? createStreamDeletedError(stream)
        : undefined;
  if (refused) {
    call.emit('error', refused);
    return;
  }
  if (live) call.write(encodeSubscriptionConfirmation());
  // Trap: EventStoreDB never ends a read of the whole log with limit 0. This server copies that on purpose.
  if (stream === undefined && limit === 0) return ended(gone);
  let failed: CallError | undefined;
  if (stream !== undefined && !live && !log.has(stream)) call.write(encodeStreamNotFound(stream));
  else if (begin && 'from' in begin) failed = await sendEvents(reading, asked, begin.from);
  if (failed) call.emit('error', failed);
  else call.end();
}
