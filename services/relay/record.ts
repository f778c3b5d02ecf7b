/** An event as a record of its topic. It comes from behind the store's door: what is personal is sealed, and stays so. */
import type { Message } from 'kafkajs';
import type { Recorded } from '#events/envelope.ts';
import { kindOfStream } from '#events/streams.ts';
import { topicOf } from './topics.ts';

/** Events up to `until` are in the topics already, and come again under this id. */
export type Backfill = { id: string; until: bigint };

export type Prepared = { topic: string; position: bigint; message: Message; bytes: number };

/** What stands around the value: key, headers, lengths. */
const OVERHEAD_BYTES = 512;

/**
 * Key = stream; the value is the event as JSON, its position as a text of digits.
 * @throws Error where no family has the stream
 */
export function recordOf(event: Recorded, log: string, backfill?: Backfill): Prepared {
  const { stream, id, type, v, at } = event;
  const kind = kindOfStream(stream);
  if (!kind) throw new Error('a stream of no family: events/streams.ts lacks its line');
  const position = String(event.position);
  const value = Buffer.from(JSON.stringify({ ...event, position }));
  const { family } = kind;
  const headers: Record<string, string> = { id, family, type, v: String(v), position, at, log };
  if (backfill && event.position <= backfill.until) headers.backfill = backfill.id;
  const message = { key: stream, value, headers };
  return { topic: topicOf(family), position: event.position, message, bytes: value.length + OVERHEAD_BYTES };
}
