/** How a family of events is declared: its statuses, its data, and what of it is personal. */
import type * as z from 'zod/mini';
import type { Json } from '../envelope.ts';
import type { Status } from './status.ts';

type Schema = z.ZodMiniType;

export type EventDef = {
  /** Statuses that it may lead to; empty where it never moves the status. */
  reaches: readonly Status[];
  data: Schema;
  personal?: Schema;
  /** What folds get in place of `personal` once the key is gone. */
  erased?: Json;
};

/** The union of events that a table of definitions stands for. */
export type EventsOf<T extends Record<string, EventDef>> = {
  [K in keyof T & string]: {
    type: K;
    data: z.infer<T[K]['data']>;
  } & (T[K] extends { personal: infer P extends Schema }
    ? { personal: z.infer<P> }
    : { personal?: undefined });
}[keyof T & string];

/** A family of events, checked against its definition's shape. */
export function family<T extends Record<string, EventDef>>(defs: T): T {
  return defs;
}
