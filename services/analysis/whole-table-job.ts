/** What the child that writes whole tables is asked for, and its answer. The child is to start fast, so this imports next to nothing. */
import * as z from 'zod/mini';

/** `views`: the statements that make the table. `into`: path of the file. */
export type WholeTableJob = { table: string; into: string; views: readonly string[] };

const written = z.object({ rows: z.int(), bytes: z.int(), sha256: z.string() });

/** `absent`: DuckDB is not installed; `gone`: a segment was removed meanwhile. */
export const wholeTableAnswerSchema = z.union([
  written,
  z.object({ absent: z.literal(true) }),
  z.object({ gone: z.literal(true) }),
  z.object({ failed: z.string() }),
]);
export type WholeTableAnswer = z.infer<typeof wholeTableAnswerSchema>;
