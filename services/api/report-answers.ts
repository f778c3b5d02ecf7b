/** Answers of the reports on an organisation's cases. */
import type { ReportAnswer } from '../analysis/reports/answer-report.ts';
import type { SplitName } from '../analysis/reports/report.ts';
import type { CasesOfFigure } from '../analysis/reports/report-cases.ts';
import type { ReportItemOf, ReportName } from '../analysis/reports/reports.ts';
import type { WireRange } from './tables-at.ts';

/** Facts from under the seal are those of now, whatever the moment: an erased patient's are gone for good. */
type At = {
  position: string;
  clock: string | null;
  factsOf: 'now';
  /** Rows that the answer lacks. */
  lacks: readonly WireRange[];
};

export type { ReportName };
export type ReportItem<N extends ReportName> = ReportItemOf<N>;
export type ReportData<N extends ReportName> = ReportAnswer<ReportItemOf<N>> &
  At & {
    by: SplitName | null;
    /** Counts from 1 to below this are not shown if they are by method or product type. */
    smallest: number;
  };
/** Positions of the items are on the wire. */
export type ReportCasesData = CasesOfFigure & At & { page: number; size: number };
export type ReportAnswers = { [N in ReportName as `/api/reports/${N}`]: ReportData<N> } & {
  [N in ReportName as `/api/reports/${N}/cases`]: ReportCasesData;
};
