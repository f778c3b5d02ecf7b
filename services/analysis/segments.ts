/**
 * Segments: immutable Parquet files of a table. Small ones are merged into larger ones, so that a table has few files although
 * each commit writes one, and each row is written only some times. Pure.
 */
import * as z from 'zod/mini';

export const segmentSchema = z.object({
  /** Name of the file in the organisation's folder. */
  file: z.string(),
  rows: z.int(),
  bytes: z.int(),
  sha256: z.string(),
  /** Positions of the first and the last row, as digits. */
  from: z.string(),
  to: z.string(),
  /** Month of the log's clock in which it was written: `2026-04`. */
  month: z.string(),
});
export type Segment = z.infer<typeof segmentSchema>;

/** Rows of a sealed segment of events, which is not merged with newer ones any more. */
export const MIN_SEALED_SEGMENT_ROWS = 200_000;
/** A segment is merged with the newer ones if they have a half of its rows together. */
const GROWTH = 2;

/**
 * Returns the newest segments that are merged with new rows into one.
 * @param rows new rows @param sealedRows a segment with at least so many rows is not merged any more
 */
export function planMerge(segments: readonly Segment[], rows: number, sealedRows: number): Segment[] {
  let first = segments.length;
  let sum = rows;
  for (let i = segments.length - 1; i >= 0; i--) {
    const older = segments[i]?.rows ?? 0;
    if (older >= sealedRows || older > GROWTH * sum) break;
    sum += older;
    first = i;
  }
  return segments.slice(first);
}

/**
 * Returns sealed segments of a month that is over, which become one; undefined if there are none.
 * @param month of the log's clock now @param sealedRows rows from which a segment is sealed
 */
export function planMonthMerge(
  segments: readonly Segment[],
  month: string,
  sealedRows: number,
): readonly Segment[] | undefined {
  const sealed = segments.filter(({ rows }) => rows >= sealedRows);
  const months = Map.groupBy(sealed, segment => segment.month);
  return [...months].find(([of, all]) => of < month && all.length > 1)?.[1];
}
