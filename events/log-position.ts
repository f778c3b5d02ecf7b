/** Where an event stands in the log. */

declare const given: unique symbol;

/**
 * Given by the log: of one of its events, of its head, or START. It is compared and kept, never calculated: between two
 * of them there may be a gap of any length, and an EventStoreDB refuses to read from a number that is nobody's. What only
 * compares may take any `bigint`; what reads from the log takes this.
 */
export type LogPosition = bigint & { readonly [given]: never };

/** Before the first event. */
export const START = 0n as LogPosition;

/**
 * One that was kept, by a row or a checkpoint, or that a server of the log says. Trap: none that somebody types or a
 * browser sends; `EventReader.lastUpTo` finds an event for those.
 */
export const keptPosition = (kept: bigint | number | string): LogPosition => BigInt(kept) as LogPosition;
