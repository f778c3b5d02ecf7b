/** Declares a family of events: statuses, data, and the personal part. */
import type * as z from 'zod/mini';
import type { Json } from '../envelope.ts';
import type { Status } from './status.ts';

type Schema = z.ZodMiniType;

export type EventDefinition = {
  /** Statuses that the event may lead to; empty if it never changes the status. */
  reaches: readonly Status[];
  data: Schema;
  personal?: Schema;
  /** Value that folds receive instead of `personal` after the key was deleted. */
  erased?: Json;
};

/** The union type of the events in a table of definitions. */
export type EventsOf<T extends Record<string, EventDefinition>> = {
  [K in keyof T & string]: {
    type: K;
    data: z.infer<T[K]['data']>;
  } & (T[K] extends { personal: infer P extends Schema }
    ? { personal: z.infer<P> }
    : { personal?: undefined });
}[keyof T & string];

/** Returns the table of events with its literal type, checked by the compiler. */
export function defineEvents<T extends Record<string, EventDefinition>>(defs: T): T {
  return defs;
}
