/**
 * EventStoreDB through its client, in the port's terms: the only file that knows `@eventstore/db-client`. Its traps are
 * met here (ARCHITECTURE 5): appends have no deadline of their own, "unavailable" means unknown, a read includes the
 * position that it begins at and a subscription does not, subscriptions do not reopen themselves.
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
import type { NewEvent, Recorded } from '#events/envelope.ts';
import { Refusal } from '#events/errors.ts';
import { START as BEGIN, keptPosition, type LogPosition } from '#events/log-position.ts';
import { type Expected, WrongRevision } from '../port.ts';
import { endClient } from './ended-client.ts';
import { apartFrom, clusterIn } from './leader.ts';
import { followLeader } from './leader-wire.ts';
import { createLiveClients } from './live-clients.ts';
import { type LogRange, readLog } from './read-log.ts';
import { eventOf, type UnparsedEvent } from './unparsed-event.ts';

/** An event, its place in the log undefined where the server does not say it (reads of a stream by older ones). */
export type Found = { event: Omit<Recorded, 'position'>; position: LogPosition | undefined };

export type Resolved = { event?: RecordedEvent; commitPosition?: bigint };

interface Items<Item> extends Readable {
  read(): Item | null;
}

/** What a call gives, one by one, and how it is ended: the stream alone would leave the call open. */
export type Incoming<Item> = { events: Items<Item>; cancel(): void };

/** Of a cluster, the node that leads has to be found first. */
export type Opening<Item> = Incoming<Item> | Promise<Incoming<Item>>;

export type Wire = {
  /** @throws WrongRevision; what `passes` says may pass */
  append(
    stream: string,
    expected: Expected,
    events: readonly NewEvent[],
  ): Promise<{ revision: bigint; position: LogPosition | undefined }>;
  /** From a revision on, included; nothing where there is no such stream. */
  stream(stream: string, of: { from: bigint | 'end'; backwards: boolean; limit: number }): Opening<Resolved>;
  /** Events of all streams. */
  all(of: LogRange): Opening<UnparsedEvent>;
  /** What comes after a position, and goes on. */
  subscribe(after: LogPosition, streamPrefix: string | undefined): Opening<Resolved>;
  /** A call was not answered: where another node leads by now, that one is asked from now on. */
  doubt(): Promise<void>;
  close(): Promise<void>;
};

/** EventStoreDB takes uuids only; another id is kept beside one that follows from it. */
const OTHER_IDS = '6d9c7a52-3a8a-5a3e-9f0e-0d6a5a0f4b67';
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** Where a server gives no position it says -1, as an unsigned number. */
const NOWHERE = 2n ** 63n;
/** Events that wait for a slow reader; the server then waits as well. */
const READ_AHEAD = 512;

/** A filtered subscription says where it has come to after so many pages of what is not wanted. */
const CHECKPOINTS = 1000;

const expectations = { none: NO_STREAM, any: ANY, exists: STREAM_EXISTS } as const;

/** Personal parts (sealed by then) and whatever is not what happened go into the metadata. */
export function toData(event: NewEvent): EventData {
  const { id, type, data, ...metadata } = event;
  const known = UUID.test(id);
  return jsonEvent({
    id: known ? id : v5(id, OTHER_IDS),
    type,
    // The boundary: the client's type asks for objects, and writes any JSON.
    data: { is: data }.is as Record<string, unknown>,
    metadata: known ? metadata : { ...metadata, id },
  });
}

/** The event of an answer; undefined where it was none of ours (metadata of streams, what the server notes). */
export function foundIn({ event, commitPosition }: Resolved): Found | undefined {
  if (!event || event.type.startsWith('$') || event.streamId.startsWith('$')) return undefined;
  const position = placeIn({ event, commitPosition });
  const [stream, revision] = [event.streamId, Number(event.revision)];
  return { event: eventOf({ ...event, stream, revision, position }), position };
}

/** The position of any event, the server's own too; undefined if the server does not give it. */
export function placeIn({ event, commitPosition }: Resolved): LogPosition | undefined {
  const position = event?.position?.commit ?? commitPosition;
  return position === undefined || position >= NOWHERE ? undefined : keptPosition(position);
}

const at = (position: LogPosition) => ({ commit: position, prepare: position });

/** The boundary: the client's own types of streams are narrower than Node's. */
function incoming<Item>(stream: unknown, end: () => Promise<void>): Incoming<Item> {
  const events = stream as Items<Item>;
  // Whoever reads hears of it as well; nobody listening would end the process.
  events.on('error', () => undefined);
  return {
    events,
    cancel: () => {
      end().catch(() => undefined);
      // Trap: a call that nobody reads any more does not end, not even cancelled, and closing waits for it.
      events.resume();
    },
  };
}

const direction = (backwards: boolean): Direction => (backwards ? BACKWARDS : FORWARDS);
const countOf = (limit: number) => Math.min(limit, Number.MAX_SAFE_INTEGER);

/** @param connectionString as EventStoreDB's clients take it, with TLS and credentials */
export function connect(connectionString: string): Wire {
  const cluster = clusterIn(connectionString);
  return cluster ? followLeader(cluster, connectNode) : connectNode(connectionString);
}

function connectNode(connectionString: string): Wire {
  // KurrentDB is the same server under a newer name; this client knows the older one.
  const esdb = connectionString.replace(/^kurrentdb/, 'esdb');
  const client = EventStoreDBClient.connectionString(esdb);
  const live = createLiveClients(n => EventStoreDBClient.connectionString(apartFrom(esdb, n)));
  const how = { highWaterMark: READ_AHEAD };
  return {
    append: async (stream, expected, events) => {
      const expectedRevision = typeof expected === 'bigint' ? expected : expectations[expected];
      const given = { expectedRevision, requiresLeader: true };
      try {
        const answer = await client.appendToStream(stream, events.map(toData), given);
        return {
          revision: answer.nextExpectedRevision,
          position: answer.position && keptPosition(answer.position.commit),
        };
      } catch (error) {
        if (error instanceof MaxAppendSizeExceededError)
          throw new Refusal('tooLarge', { limit: error.maxAppendSize });
        if (!(error instanceof WrongExpectedVersionError)) throw error;
        const { actualVersion } = error;
        throw new WrongRevision(stream, expected, actualVersion === NO_STREAM ? -1n : BigInt(actualVersion));
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
