/** A question of an analyst, as it is handed to a process of its own, and that process's answer. */
import * as z from 'zod/mini';
import type { TableFormat } from '#events/analysis/export-formats.ts';
import type { QuestionParams } from '#events/question/params.ts';
import type { AnswerCell, Question } from './question.ts';

export type AskedQuestion = Pick<Question, 'files' | 'views' | 'sql' | 'rows'> & {
  /** Tables that the question may name. */
  tables: readonly string[];
  params: QuestionParams;
  /** The answer is written to a file in this folder, which is empty, instead of being sent. */
  file?: { dir: string; format: TableFormat; bytes: number };
};

/** Why a text is no question, as a word of `error.json`. Lines and columns count from 1. */
const refusedSchema = z.object({
  issue: z.enum(['sql-one', 'sql-select', 'sql-table', 'sql-forbidden', 'sql-refused']),
  values: z.optional(z.record(z.string(), z.union([z.string(), z.number()]))),
});
export type TextRefusal = z.infer<typeof refusedSchema>;

const commonParts = {
  /** True if the question has more rows than the answer holds. */
  more: z.boolean(),
  /**
   * Why a later answer as of the same position may differ: the name of a function, `order` of rows that are not all there,
   * `limit` or `sample`; null if it may not.
   */
  unrepeatable: z.nullable(z.string()),
};
const answeredSchema = z.object({
  columns: z.array(z.object({ name: z.string(), type: z.string() })),
  rows: z.array(z.array(z.custom<AnswerCell>(value => value !== undefined))),
  ...commonParts,
});
export type AnsweredTable = z.infer<typeof answeredSchema>;

/** A written answer. `count`: rows of the file; null if they are not known, because a CSV was cut by its size. `read`: the most there can be. */
const writtenSchema = z.object({
  file: z.string(),
  count: z.nullable(z.number()),
  read: z.number(),
  ...commonParts,
});
export type WrittenAnswerFile = z.infer<typeof writtenSchema>;

export const askedQuestionAnswerSchema = z.union([
  answeredSchema,
  writtenSchema,
  z.object({ refused: refusedSchema }),
  /** Names of parameters: in the text without a value, and given without a place in the text. */
  z.object({ missing: z.array(z.string()), unknown: z.array(z.string()) }),
  /** More memory than a question has. */
  z.object({ tooLarge: z.literal(true) }),
  /** A segment was removed meanwhile. */
  z.object({ gone: z.literal(true) }),
  /** The engine is not installed. */
  z.object({ absent: z.literal(true) }),
]);
export type AskedQuestionAnswer = z.infer<typeof askedQuestionAnswerSchema>;
