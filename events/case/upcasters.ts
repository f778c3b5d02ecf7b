/**
 * Older shapes of events, lifted to today's. To change an event's shape: add a lift here, raise nothing by hand
 * (`versionOf` follows), and leave its line in golden/v1.ndjson as it is: the golden test says what broke.
 */
import type { Json, Recorded } from '../envelope.ts';

/** What a lift may change: the type (a renamed event), the data, the personal part. */
export type Shape = { type: string; data: Json; personal?: Json };
/** Pure; the first lift of a type takes version 1 to 2, the next 2 to 3. */
type Lift = (event: Shape) => Shape;
export type Lifts = Readonly<Record<string, readonly Lift[]>>;

/** By the type under which the event was written. Empty: every shape is still the first. */
export const lifts: Lifts = {};

export type Upcaster = {
  /** The version that an event of this type is written with today. */
  versionOf: (type: string) => number;
  /** The event in today's shape; the same object where it already is. @throws Error on a version of the future */
  upcast: <E extends Recorded>(event: E) => E;
};

/** An upcaster over a table of lifts. */
export function upcaster(table: Lifts): Upcaster {
  const of = (type: string) => (Object.hasOwn(table, type) ? (table[type] ?? []) : []);
  const versionOf = (type: string) => of(type).length + 1;
  return {
    versionOf,
    upcast: event => {
      const current = versionOf(event.type);
      if (event.v === current) return event;
      if (!Number.isInteger(event.v) || event.v < 1 || event.v > current)
        throw new Error(`${event.type} has version ${event.v}, this program knows up to ${current}`);
      const { type, data, personal } = event;
      const start: Shape = personal === undefined ? { type, data } : { type, data, personal };
      const lifted = of(type)
        .slice(event.v - 1)
        .reduce((shape, lift) => lift(shape), start);
      return { ...event, ...lifted, v: versionOf(lifted.type) };
    },
  };
}

export const { upcast, versionOf } = upcaster(lifts);
