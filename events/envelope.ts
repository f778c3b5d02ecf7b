/** Envelope of every event, before and after the append to the log. */

import type { LogPosition } from './log-position.ts';

/** Any JSON value. Undefined fields are omitted from the JSON. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json | undefined };

/**
 * An event to append. The event store encrypts `personal` (names, phones, free text about the patient) with the key of
 * `subject`, so that it never reaches the disk in plain text.
 */
export type NewEvent<E extends Payload = Payload> = E & {
  /** uuidv5(command id, index), which makes a repeated append idempotent. */
  id: string;
  /** Version of the payload's shape. Upcasters convert older versions. */
  v: number;
  /** ISO time, from the injected clock. */
  at: string;
  /** Id of the acting person, or `system`. */
  by: string;
  /** Id of the event or command that caused this event. */
  cause?: string;
  correlation?: string;
  /** Trace context of the append (W3C traceparent), if tracing is on. */
  trace?: string;
  /** Id of the patient or person whose key seals `personal`. */
  subject?: string;
};

/** Content of an event: type, data and the personal part. */
export type Payload = { type: string; data: Json; personal?: Json };

/** An event read from the log. `position` is global and may have gaps; `revision` counts from 0 in its stream. */
export type Recorded<E extends Payload = Payload> = NewEvent<E> & {
  stream: string;
  revision: number;
  position: LogPosition;
  /** True if the key of `personal` was deleted. `personal` is then the schema's `erased` value, or absent. */
  erased?: boolean;
};
