/**
 * EventStoreDB's client in the port's terms: the only file that uses `@eventstore/db-client`. Handles its
 * traps (ARCHITECTURE 5): appends have no deadline, "unavailable" leaves the outcome unknown, a read includes
 * its start position and a subscription does not, and subscriptions do not reopen.
 */

import type { Readable } from 'node:stream';
import {
  ANY,
  BACKWARDS,
  type Direction,
  END,
  type EventData,
  EventStoreDBClient,
  FORWARDS,
  jsonEvent,
  MaxAppendSizeExceededError,
  NO_STREAM,
  type ReadRevision,
  type RecordedEvent,
  START,
  STREAM_EXISTS,
  STREAM_NAME,
  WrongExpectedVersionError,
} from '@eventstore/db-client';
import { v5 } from 'uuid';
import type { NewRawEvent, RawEvent } from '#events/envelope.ts';
import { Refusal } from '#events/errors.ts';
import { START as BEGIN, type LogPosition, toLogPosition } from '#events/log-position.ts';
import { type ExpectedRevision, WrongRevisionError } from '../port.ts';
import { endClient } from './ended-client.ts';
import { ignoreLateAppendAnswers } from './late-append-answers.ts';
import { clusterInConnectionString, connectionStringForOwnConnection } from './leader.ts';
import { connectToLeader } from './leader-connection.ts';
import { createLiveClients } from './live-clients.ts';
import { type LogRange, readLog } from './read-log.ts';
import { eventFromParsedParts, type UnparsedEvent } from './unparsed-event.ts';

/** An event. `position` is undefined if the server omits it (stream reads of older servers). */
export type StreamEvent = { event: Omit<RawEvent, 'position'>; position: LogPosition | undefined };

export type ResolvedEvent = { event?: RecordedEvent; commitPosition?: bigint };

interface Items<Item> extends Readable {
  read(): Item | null;
}

/** A running call: its items, and how to cancel it. Destroying the stream alone would leave the call open. */
export type RunningCall<Item> = { events: Items<Item>; cancel(): void };

/** A call that is being opened. It is a promise for a cluster, because the leader must be found first. */
export type OpeningCall<Item> = RunningCall<Item> | Promise<RunningCall<Item>>;

export type EsdbConnection = {
  /** @throws WrongRevisionError, or an error that `isRetryable` classifies */
  append(
    stream: string,
    expected: ExpectedRevision,
    events: readonly NewRawEvent[],
  ): Promise<{ revision: bigint; position: LogPosition | undefined }>;
  /** Reads a stream from a revision, inclusive. Yields nothing if there is no such stream. */
  stream(
    stream: string,
    of: { from: bigint | 'end'; backwards: boolean; limit: number },
  ): OpeningCall<ResolvedEvent>;
  /** Reads events of all streams. */
  all(of: LogRange): OpeningCall<UnparsedEvent>;
  /** Subscribes to the events after a position, without end. */
  subscribe(after: LogPosition, streamPrefix: string | undefined): OpeningCall<ResolvedEvent>;
  /** Reports a call without an answer. Checks whether another node leads now. */
  doubt(): Promise<void>;
  close(): Promise<void>;
};

/** EventStoreDB accepts only uuids. Any other id is stored in the metadata, and a uuid is derived from it. */
const OTHER_IDS = '6d9c7a52-3a8a-5a3e-9f0e-0d6a5a0f4b67';
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** Servers encode a missing position as -1, read as an unsigned number. */
const NOWHERE = 2n ** 63n;
/** Maximum number of events buffered for a slow reader. The server then waits. */
const READ_AHEAD = 512;

/** Pages without a match after which a filtered subscription reports its position. */
const CHECKPOINTS = 1000;

const expectations = { none: NO_STREAM, any: ANY, exists: STREAM_EXISTS } as const;

/** Stores personal parts (already encrypted) and everything besides type and data in the metadata. */
export function toEsdbEvent(event: NewRawEvent): EventData {
  const { id, type, data, ...metadata } = event;
  const known = UUID.test(id);
  return jsonEvent({
    id: known ? id : v5(id, OTHER_IDS),
    type,
    // Cast: the client's type requires objects, but it writes any JSON.
    data: { is: data }.is as Record<string, unknown>,
    metadata: known ? metadata : { ...metadata, id },
  });
}

/** Returns the event of an answer; undefined for stream metadata and for the servers' own events. */
export function eventOfAnswer({ event, commitPosition }: ResolvedEvent): StreamEvent | undefined {
  if (!event || event.type.startsWith('$') || event.streamId.startsWith('$')) return undefined;
  const position = positionOfAnswer({ event, commitPosition });
  const [stream, revision] = [event.streamId, Number(event.revision)];
  return { event: eventFromParsedParts({ ...event, stream, revision, position }), position };
}

/** Returns the position of any event, including the servers' own; undefined if the server omits it. */
export function positionOfAnswer({ event, commitPosition }: ResolvedEvent): LogPosition | undefined {
  const position = event?.position?.commit ?? commitPosition;
  return position === undefined || position >= NOWHERE ? undefined : toLogPosition(position);
}

const at = (position: LogPosition) => ({ commit: position, prepare: position });

/** Cast: the client's stream types are narrower than Node's. */
function incoming<Item>(stream: unknown, end: () => Promise<void>): RunningCall<Item> {
  const events = stream as Items<Item>;
  // The reader handles the error too. Without this listener it would end the process.
  events.on('error', () => undefined);
  return {
    events,
    cancel: () => {
      end().catch(() => undefined);
      // Trap: a call without a reader does not end, even if cancelled, and closing would wait for it.
      events.resume();
    },
  };
}

const direction = (backwards: boolean): Direction => (backwards ? BACKWARDS : FORWARDS);
const countOf = (limit: number) => Math.min(limit, Number.MAX_SAFE_INTEGER);

/** @param connectionString in the format of EventStoreDB's clients, with TLS and credentials */
export function connectEsdb(connectionString: string): EsdbConnection {
  const cluster = clusterInConnectionString(connectionString);
  return cluster ? connectToLeader(cluster, connectNode) : connectNode(connectionString);
}

function connectNode(connectionString: string): EsdbConnection {
  // KurrentDB is the same server under a newer name. This client knows the old scheme only.
  const esdb = connectionString.replace(/^kurrentdb/, 'esdb');
  const client = EventStoreDBClient.connectionString(esdb);
  ignoreLateAppendAnswers(client);
  const live = createLiveClients(n =>
    EventStoreDBClient.connectionString(connectionStringForOwnConnection(esdb, n)),
  );
  const how = { highWaterMark: READ_AHEAD };
  return {
    append: async (stream, expected, events) => {
      const expectedRevision = typeof expected === 'bigint' ? expected : expectations[expected];
      const options = { expectedRevision, requiresLeader: true };
      try {
        const answer = await client.appendToStream(stream, events.map(toEsdbEvent), options);
        return {
          revision: answer.nextExpectedRevision,
          position: answer.position && toLogPosition(answer.position.commit),
        };
      } catch (error) {
        if (error instanceof MaxAppendSizeExceededError)
          throw new Refusal('tooLarge', { limit: error.maxAppendSize });
        if (!(error instanceof WrongExpectedVersionError)) throw error;
        const { actualVersion } = error;
        throw new WrongRevisionError(
          stream,
          expected,
          actualVersion === NO_STREAM ? -1n : BigInt(actualVersion),
        );
      }
    },
    stream: (stream, { from, backwards, limit }) => {
      const fromRevision: ReadRevision = from === 'end' ? END : from;
      const place = { fromRevision, direction: direction(backwards) };
      const read = client.readStream(
        stream,
        { ...place, maxCount: countOf(limit), requiresLeader: true },
        how,
      );
      return incoming(read, () => read.cancel());
    },
    all: range => {
      const { events, cancel } = readLog(client, range, READ_AHEAD);
      return incoming(events, cancel);
    },
    subscribe: (after, prefix) => {
      const filter = {
        filterOn: STREAM_NAME as typeof STREAM_NAME,
        prefixes: [prefix ?? ''],
        checkpointInterval: CHECKPOINTS,
      };
      const fromPosition = after === BEGIN ? START : at(after);
      const place = live.take();
      const call = place.client.subscribeToAll({ fromPosition, ...(prefix && { filter }) }, how);
      for (const over of ['end', 'error', 'close'] as const) call.once(over, place.leave);
      return incoming(call, () => call.unsubscribe().finally(place.leave));
    },
    doubt: async () => undefined,
    close: async () => {
      await Promise.all([endClient(client), live.close()]);
    },
  };
}
