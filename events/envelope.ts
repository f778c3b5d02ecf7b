/** Envelope of every event, before and after the append to the log. */

import type { LogPosition } from './log-position.ts';

/** Any JSON value. Undefined fields are omitted from the JSON. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json | undefined };

/** Content of an event: type, data and the personal part. */
export type EventPayload = { type: string; data: Json; personal?: Json };

type Envelope = {
  /** uuidv5(command id, index), which makes a repeated append idempotent. */
  id: string;
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

/** The event's place in the log. `position` is global and may have gaps; `revision` counts from 0 in its stream. */
type Place = {
  stream: string;
  revision: number;
  position: LogPosition;
  /** True if the key of `personal` was deleted. `personal` is then the schema's `erased` value, or absent. */
  erased?: boolean;
};

declare const current: unique symbol;

/** Version of an event that has the current shape of its type. Only an upcaster returns one. */
export type CurrentVersion = number & { readonly [current]: never };

/**
 * An event to append. The event store encrypts `personal` (names, phones, free text about the patient) with the key of
 * `subject`, so that it never reaches the disk in plain text.
 */
export type NewEvent<E extends EventPayload = EventPayload> = E &
  Envelope & {
    /** The versioned store sets the version. */
    v?: never;
  };

/** An event read from the log, in the current shape of its type. */
export type Recorded<E extends EventPayload = EventPayload> = E & Envelope & Place & { v: CurrentVersion };

/** An event to append as it is stored. `v`: version of its shape. */
export type NewRawEvent = EventPayload & Envelope & { v: number };

/** An event as it is stored, in the shape in which it was written. */
export type RawEvent = NewRawEvent & Place;
