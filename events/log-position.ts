/** Position of an event in the log. */

declare const given: unique symbol;

/**
 * A position that came from the log: of an event, of the head, or START. Trap: compare and store positions, never
 * calculate with them; positions have gaps, and EventStoreDB refuses to read from a number without an event. Code that
 * only compares may use `bigint`; code that reads the log needs this type.
 */
export type LogPosition = bigint & { readonly [given]: never };

/** The position before the first event. */
export const START = 0n as LogPosition;

/**
 * Converts a position that was stored in a row or checkpoint, or returned by a log server. Trap: not for numbers from
 * users or browsers; use `EventReader.lastUpTo` for those.
 */
export const toLogPosition = (kept: bigint | number | string): LogPosition => BigInt(kept) as LogPosition;
