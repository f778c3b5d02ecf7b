/**
 * Upcasters: convert older event shapes to the current one. To change an event's shape, add a lift here. `versionOf`
 * follows automatically. Leave the line in golden/v1.ndjson unchanged; the golden test shows what breaks.
 */
import type { Json, Recorded } from '../envelope.ts';

/** The parts of an event that a lift may change: type (for a renamed event), data, personal part. */
export type Shape = { type: string; data: Json; personal?: Json };
/** Converts an event from one version to the next. Pure. The first lift of a type converts version 1 to 2. */
type Lift = (event: Shape) => Shape;
export type Lifts = Readonly<Record<string, readonly Lift[]>>;

/** Lifts by the event's original type. Empty while every event has its first shape. */
export const lifts: Lifts = {};

export type Upcaster = {
  /** Returns the current version of an event type. */
  versionOf: (type: string) => number;
  /** Returns the event in its current shape; the same object if unchanged. @throws Error on a future version */
  upcast: <E extends Recorded>(event: E) => E;
};

/** Creates an upcaster from a table of lifts. */
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
