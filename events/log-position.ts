/** Where an event stands in the log. */

declare const given: unique symbol;

/**
 * A position that came from the log: of an event, of the head, or START. Compare and store it, never calculate with it:
 * positions have gaps, and EventStoreDB refuses to read from a number where no event starts. Code that only compares may
 * take a `bigint`; code that reads the log takes this.
 */
export type LogPosition = bigint & { readonly [given]: never };

/** Before the first event. */
export const START = 0n as LogPosition;

/**
 * Reads back a position that was stored in a row or a checkpoint, or that a log server returned. Trap: not for numbers
 * from users or browsers; `EventReader.lastUpTo` finds an event for those.
 */
export const keptPosition = (kept: bigint | number | string): LogPosition => BigInt(kept) as LogPosition;
