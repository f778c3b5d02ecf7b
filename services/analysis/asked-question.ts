/** A question of an analyst, as it is handed to a process of its own, and that process's answer. */
import * as z from 'zod/mini';
import type { AskedParams } from '#events/question/params.ts';
import type { AnswerCell, Question } from './question.ts';

export type AskedQuestion = Pick<Question, 'files' | 'views' | 'sql' | 'rows'> & {
  /** Tables that the question may name. */
  tables: readonly string[];
  params: AskedParams;
};

/** Why a text is no question, as a word of `error.json`. Lines and columns count from 1. */
const refusedSchema = z.object({
  issue: z.enum(['sql-one', 'sql-select', 'sql-table', 'sql-forbidden', 'sql-refused']),
  values: z.optional(z.record(z.string(), z.union([z.string(), z.number()]))),
});
export type RefusedText = z.infer<typeof refusedSchema>;

const answeredSchema = z.object({
  columns: z.array(z.object({ name: z.string(), type: z.string() })),
  rows: z.array(z.array(z.custom<AnswerCell>(value => value !== undefined))),
  /** There are more rows than the answer has. */
  more: z.boolean(),
});
export type AskedTable = z.infer<typeof answeredSchema>;

export const askedAnswer = z.union([
  answeredSchema,
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
export type AskedAnswer = z.infer<typeof askedAnswer>;
