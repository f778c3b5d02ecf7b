/** Converts an event to a record of its topic. Events are read without decryption, so personal data stays sealed. */

import type { Message } from 'kafkajs';
import type { RawEvent } from '#events/envelope.ts';
import type { LogPosition } from '#events/log-position.ts';
import { kindOfStream } from '#events/streams.ts';
import { topicOfFamily } from './relay-topics.ts';

/** A backfill: events up to `until` are already in the topics, and are sent again under this id. */
export type BackfillRun = { id: string; until: bigint };

/** Thrown if the table of streams lacks a line. Skipping the event would lose it, so the relay stops sending. */
export class UnknownStreamFamilyError extends Error {
  constructor(stream: string) {
    // Omits the part after the hyphen, which may be a person's id.
    super(`events/streams.ts has no line for ${stream.split('-', 1)[0]}`);
    this.name = 'NoFamily';
  }
}

export type KafkaRecord = { topic: string; position: LogPosition; message: Message; bytes: number };

/** Bytes of a record around its value: key, headers, lengths. */
const OVERHEAD_BYTES = 512;

/**
 * Converts an event. The key is the stream; the value is the event as JSON, with its position as a string of digits.
 * @throws UnknownStreamFamilyError
 */
export function kafkaRecordOf(event: RawEvent, log: string, backfill?: BackfillRun): KafkaRecord {
  const { stream, id, type, v, at } = event;
  const kind = kindOfStream(stream);
  if (!kind) throw new UnknownStreamFamilyError(stream);
  const position = String(event.position);
  const value = Buffer.from(JSON.stringify({ ...event, position }));
  const { family } = kind;
  const headers: Record<string, string> = { id, family, type, v: String(v), position, at, log };
  if (backfill && event.position <= backfill.until) headers.backfill = backfill.id;
  const message = { key: stream, value, headers };
  return {
    topic: topicOfFamily(family),
    position: event.position,
    message,
    bytes: value.length + OVERHEAD_BYTES,
  };
}
