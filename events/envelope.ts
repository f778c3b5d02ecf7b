/** What every event is wrapped in, before and after the log has taken it. */

import type { LogPosition } from './log-position.ts';

/** Anything that survives JSON; a field that is undefined is left out of it. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json | undefined };

/**
 * An event about to be appended. `personal` (names, phones, free text about the patient) is sealed at the
 * store's door under the key of `subject`, and never reaches disk in the clear.
 */
export type NewEvent<E extends Payload = Payload> = E & {
  /** uuidv5(command id, index): appending it again is the same append. */
  id: string;
  /** Version of the payload's shape; upcasters lift older ones. */
  v: number;
  /** ISO time, from the injected clock. */
  at: string;
  /** The person's id, or `system`. */
  by: string;
  /** Id of the event or command that led to this one. */
  cause?: string;
  correlation?: string;
  /** Where its append stands in a trace (W3C traceparent), while traces are on. */
  trace?: string;
  /** Whose key seals `personal`: a patient's or a person's id. */
  subject?: string;
};

/** Type, data and the personal part: what an event says, without where and when. */
export type Payload = { type: string; data: Json; personal?: Json };

/** An event as the log gives it back. `position` is global and may have gaps, `revision` counts from 0 in its stream. */
export type Recorded<E extends Payload = Payload> = NewEvent<E> & {
  stream: string;
  revision: number;
  position: LogPosition;
  /** True where the key that sealed `personal` is gone: `personal` then holds the schema's erased value, or is absent. */
  erased?: boolean;
};
