/** Request to the asking child process, and its answer. */
import * as z from 'zod/mini';

/** A value bound to a parameter, by its name without `$`. */
export type QuestionParams = Readonly<Record<string, string | number | boolean | null>>;

export type Question = {
  /** Segments that may be read. */
  files: readonly string[];
  /** Statements that make the views. */
  views: readonly string[];
  sql: string;
  params: QuestionParams;
  /** Most rows of the answer. */
  rows: number;
};

/** A cell of an answer. Moments are ISO text in UTC; whole numbers beyond 2^53 are digits. */
export type AnswerCell = null | boolean | number | string | AnswerCell[] | { [field: string]: AnswerCell };

const tableSchema = z.object({
  columns: z.array(z.object({ name: z.string(), type: z.string() })),
  rows: z.array(z.array(z.custom<AnswerCell>(value => value !== undefined))),
  /** True if the question has more rows than the answer holds. */
  more: z.boolean(),
});
export type AnswerTable = z.infer<typeof tableSchema>;

/** The rows of an answer by the names of their columns. */
export const rowsByColumnName = ({ columns, rows }: AnswerTable): Record<string, AnswerCell>[] =>
  rows.map(row => Object.fromEntries(columns.map(({ name }, i) => [name, row[i] ?? null])));

/** `absent`: DuckDB is not installed; `gone`: a segment was removed meanwhile; `failed`: the engine's words. */
export const questionAnswerSchema = z.union([
  tableSchema,
  z.object({ absent: z.literal(true) }),
  z.object({ gone: z.literal(true) }),
  z.object({ failed: z.string() }),
]);
export type QuestionAnswer = z.infer<typeof questionAnswerSchema>;
