/** Answers of the reports on an organisation's cases. */
import type { ReportAnswer } from '../analysis/reports/answer-report.ts';
import type { SplitName } from '../analysis/reports/report.ts';
import type { CasesOfFigure } from '../analysis/reports/report-cases.ts';
import type { ReportItemOf, ReportName } from '../analysis/reports/reports.ts';
import type { WireRange } from './tables-at.ts';

/**
 * Point of the log that an answer reflects. Facts from sealed parts are always the present ones, because those of
 * erased patients are gone.
 */
type At = {
  position: string;
  clock: string | null;
  factsOf: 'now';
  /** Ranges of the log whose rows the answer lacks. */
  lacks: readonly WireRange[];
};

export type { ReportName };
export type ReportItem<N extends ReportName> = ReportItemOf<N>;
export type ReportData<N extends ReportName> = ReportAnswer<ReportItemOf<N>> &
  At & {
    by: SplitName | null;
    /** Counts from 1 to below this number are hidden if they are split by method or product type. */
    smallest: number;
  };
/** Positions of the items are wire positions. */
export type ReportCasesData = CasesOfFigure & At & { page: number; size: number };
export type ReportAnswers = { [N in ReportName as `/api/reports/${N}`]: ReportData<N> } & {
  [N in ReportName as `/api/reports/${N}/cases`]: ReportCasesData;
};
