/** An event as a record of its topic. It comes from behind the store's door: what is personal is sealed, and stays so. */

import type { Message } from 'kafkajs';
import type { Recorded } from '#events/envelope.ts';
import type { LogPosition } from '#events/log-position.ts';
import { kindOfStream } from '#events/streams.ts';
import { topicOf } from './topics.ts';

/** Events up to `until` are in the topics already, and come again under this id. */
export type Backfill = { id: string; until: bigint };

/** The table of streams lacks a line: nothing is left out, so nothing more is sent. */
export class NoFamily extends Error {
  constructor(stream: string) {
    // What stands behind the hyphen may be somebody's id.
    super(`events/streams.ts has no line for ${stream.split('-', 1)[0]}`);
    this.name = 'NoFamily';
  }
}

export type Prepared = { topic: string; position: LogPosition; message: Message; bytes: number };

/** What stands around the value: key, headers, lengths. */
const OVERHEAD_BYTES = 512;

/**
 * Key = stream; the value is the event as JSON, its position as a text of digits.
 * @throws NoFamily
 */
export function recordOf(event: Recorded, log: string, backfill?: Backfill): Prepared {
  const { stream, id, type, v, at } = event;
  const kind = kindOfStream(stream);
  if (!kind) throw new NoFamily(stream);
  const position = String(event.position);
  const value = Buffer.from(JSON.stringify({ ...event, position }));
  const { family } = kind;
  const headers: Record<string, string> = { id, family, type, v: String(v), position, at, log };
  if (backfill && event.position <= backfill.until) headers.backfill = backfill.id;
  const message = { key: stream, value, headers };
  return { topic: topicOf(family), position: event.position, message, bytes: value.length + OVERHEAD_BYTES };
}
