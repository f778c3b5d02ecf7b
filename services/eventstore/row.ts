/** An event as it lies in a table: what is looked up by in columns, the rest as one JSON text. */

import type { NewEvent, Recorded } from '#events/envelope.ts';
import { Refusal } from '#events/errors.ts';
import { keptPosition } from '#events/log-position.ts';

/** Columns in the order in which every statement selects them. */
export type Row = [
  position: number,
  stream: string,
  revision: number,
  id: string,
  type: string,
  body: string,
];

export type Unplaced = { id: string; type: string; body: string };

/**
 * Bytes that the events of one append have at most, as JSON with their types. An EventStoreDB counts the data alone
 * against its `MaxAppendSize`, which is as much unless somebody has set it; other versions count more. One limit for every
 * store, so that an installation can move from one to the other.
 */
export const MAX_APPEND_BYTES = 1_048_576;

/** What no event is called: EventStoreDB takes it for an id that was forgotten. */
const NIL = '00000000-0000-0000-0000-000000000000';

/**
 * Done before an append joins the others, so that an event that is no JSON refuses its own caller only.
 * @throws TypeError
 */
export function toUnplaced(event: NewEvent): Unplaced {
  const { v, at, by, cause, correlation, trace, subject, data, personal } = event;
  if (event.id === '' || event.id === NIL || event.type === '')
    throw new TypeError('an event needs an id and a type');
  if (data === undefined) throw new TypeError(`event ${event.id} has no data`);
  const body = JSON.stringify({ v, at, by, cause, correlation, trace, subject, data, personal });
  return { id: event.id, type: event.type, body };
}

/**
 * @throws TypeError where nothing is appended, or to a stream without a name
 * @throws Refusal tooLarge where it is more than MAX_APPEND_BYTES
 */
export function toRows(stream: string, events: readonly NewEvent[]): Unplaced[] {
  if (stream === '') throw new TypeError('a stream needs a name');
  // Half a character is stored as U+FFFD: two names would be one stream.
  if (!stream.isWellFormed()) throw new TypeError('a stream needs a name of whole characters');
  if (events.length === 0) throw new TypeError(`nothing to append to ${stream}`);
  const rows = events.map(toUnplaced);
  if (bytesIn(rows) > MAX_APPEND_BYTES) throw new Refusal('tooLarge', { limit: MAX_APPEND_BYTES });
  return rows;
}

const bytesIn = (rows: readonly Unplaced[]) =>
  rows.reduce((sum, { type, body }) => sum + Buffer.byteLength(type) + Buffer.byteLength(body), 0);

/** Bytes of one append. */
export const sizeOf = (events: readonly NewEvent[]): number => bytesIn(events.map(toUnplaced));

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** An id as it is looked up by: the 16 bytes of a uuid in its canonical spelling, any other as its text. */
export const keyOf = (id: string): string | Uint8Array =>
  UUID.test(id) ? Buffer.from(id.replaceAll('-', ''), 'hex') : id;

/** The boundary where stored JSON becomes an event again: only `toUnplaced` has written it. */
export function toRecorded([position, stream, revision, id, type, body]: Row): Recorded {
  const event = JSON.parse(body) as Recorded;
  event.id = id;
  event.type = type;
  event.stream = stream;
  event.revision = revision;
  event.position = keptPosition(position);
  return event;
}
