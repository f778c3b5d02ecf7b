/** An event as a table row: indexed fields in columns, the rest as one JSON text. */

import type { NewRawEvent, RawEvent } from '#events/envelope.ts';
import { Refusal } from '#events/errors.ts';
import { toLogPosition } from '#events/log-position.ts';

/** Columns in the order in which every statement selects them. */
export type EventRow = [
  position: number,
  stream: string,
  revision: number,
  id: string,
  type: string,
  body: string,
];

export type UnplacedRow = { id: string; type: string; body: string };

/**
 * Maximum bytes of one append: its events as JSON, with their types. EventStoreDB counts only the data against its
 * `MaxAppendSize`, whose default is the same; other versions count more. All stores share this limit, so that an
 * installation can move between them.
 */
export const MAX_APPEND_BYTES = 1_048_576;

/** Forbidden event id: EventStoreDB treats it as a missing id. */
const NIL = '00000000-0000-0000-0000-000000000000';

/**
 * Converts an event to a row without a place in the log. Runs before an append joins a group, so that an invalid event
 * rejects only its own caller.
 * @throws TypeError
 */
export function toUnplacedRow(event: NewRawEvent): UnplacedRow {
  const { v, at, by, cause, correlation, trace, subject, data, personal } = event;
  if (event.id === '' || event.id === NIL || event.type === '')
    throw new TypeError('an event needs an id and a type');
  if (data === undefined) throw new TypeError(`event ${event.id} has no data`);
  const body = JSON.stringify({ v, at, by, cause, correlation, trace, subject, data, personal });
  return { id: event.id, type: event.type, body };
}

/**
 * @throws TypeError for an append without events or without a stream's name
 * @throws Refusal tooLarge above MAX_APPEND_BYTES
 */
export function toUnplacedRows(stream: string, events: readonly NewRawEvent[]): UnplacedRow[] {
  if (stream === '') throw new TypeError('a stream needs a name');
  // A lone surrogate would be stored as U+FFFD, so two names could become one stream.
  if (!stream.isWellFormed()) throw new TypeError('a stream needs a name of whole characters');
  if (events.length === 0) throw new TypeError(`nothing to append to ${stream}`);
  const rows = events.map(toUnplacedRow);
  if (bytesIn(rows) > MAX_APPEND_BYTES) throw new Refusal('tooLarge', { limit: MAX_APPEND_BYTES });
  return rows;
}

const bytesIn = (rows: readonly UnplacedRow[]) =>
  rows.reduce((sum, { type, body }) => sum + Buffer.byteLength(type) + Buffer.byteLength(body), 0);

/** Returns the bytes of one append. */
export const countAppendBytes = (events: readonly NewRawEvent[]): number =>
  bytesIn(events.map(toUnplacedRow));

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** An id as index key: 16 bytes for a uuid in canonical spelling, otherwise its text. */
export const toIdKey = (id: string): string | Uint8Array =>
  UUID.test(id) ? Buffer.from(id.replaceAll('-', ''), 'hex') : id;

/** Cast: stored JSON becomes an event. Only `toUnplacedRow` has written it. */
export function toRawEvent([position, stream, revision, id, type, body]: EventRow): RawEvent {
  const event = JSON.parse(body) as RawEvent;
  event.id = id;
  event.type = type;
  event.stream = stream;
  event.revision = revision;
  event.position = toLogPosition(position);
  return event;
}
