/** What the writing child is asked for, and its answer. The child is to start fast, so this imports next to nothing. */
import * as z from 'zod/mini';

/** One segment to write: the rows that the text selects. */
export type SegmentJob = { into: string; sql: string };

const writtenSchema = z.object({ rows: z.int(), bytes: z.int(), sha256: z.string() });
export type WrittenSegment = z.infer<typeof writtenSchema>;

/** `absent`: DuckDB is not installed. */
export const writerAnswerSchema = z.union([
  z.object({ written: z.array(writtenSchema), processorMs: z.number() }),
  z.object({ absent: z.literal(true) }),
  z.object({ failed: z.string() }),
]);
export type WriterAnswer = z.infer<typeof writerAnswerSchema>;
