/** Answers about questions in SQL. */
import type { QuestionParams } from '#events/question/params.ts';
import type { AnsweredTable } from '../analysis/asked-question.ts';
import type { Citation } from '../analysis/citation.ts';
import type { StarterName } from '../analysis/starters.ts';
import type { ColumnMeaning } from '../analysis/tables.ts';
import type { ReportName } from './report-answers.ts';
import type { WireRange } from './tables-at.ts';

/** A question that comes with the product. */
export type ProvidedQuestion = { id: ReportName | StarterName; sql: string; params: QuestionParams };

export type AskDescription = {
  /** The tables that exist for the person. */
  tables: readonly { name: string; columns: readonly ColumnMeaning[] }[];
  questions: readonly ProvidedQuestion[];
  limits: Readonly<
    Record<'characters' | 'params' | 'rows' | 'mostRows' | 'fileRows' | 'fileBytes' | 'timeMs', number>
  >;
  /** Version of the tables. Results of different versions cannot be compared. */
  definition: string;
};

/**
 * `position`: a wire position. `clock`: ISO time of the last event; null for empty tables. `tookMs`: includes opening
 * the tables.
 */
export type AskAnswer = AnsweredTable & {
  position: string;
  clock: string | null;
  /** Null if the same question may have another answer later. */
  citation: Citation | null;
  factsOf: 'now';
  /** Ranges of the log whose rows the tables lack. */
  lacks: readonly WireRange[];
  tookMs: number;
};
