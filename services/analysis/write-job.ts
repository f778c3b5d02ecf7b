/** What the writing child is asked for, and its answer. */
import * as z from 'zod/mini';
import type { TableName } from './tables.ts';

/** One segment to write, from lines of JSON, older segments, or both. All are paths. */
export type SegmentJob = {
  table: TableName;
  into: string;
  lines: string | null;
  segments: readonly string[];
  /** Cases of erased patients: only their rows that say so are written. Rows of `case_facts` only. */
  without: readonly string[];
};

export const writtenSchema = z.object({ rows: z.int(), bytes: z.int(), sha256: z.string() });
export type Written = z.infer<typeof writtenSchema>;

/** `absent`: DuckDB is not installed. */
export const writerAnswer = z.union([
  z.object({ written: z.array(writtenSchema) }),
  z.object({ absent: z.literal(true) }),
  z.object({ failed: z.string() }),
]);
export type WriterAnswer = z.infer<typeof writerAnswer>;
