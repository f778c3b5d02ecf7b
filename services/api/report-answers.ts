/** Answers of the reports on an organisation's cases. */
import type { ReportAnswer } from '../analysis/reports/answer-report.ts';
import type { SplitName } from '../analysis/reports/report.ts';
import type { ItemOf, ReportName } from '../analysis/reports/reports.ts';
import type { LackedRange } from './tables-at.ts';

/** Facts from under the seal are those of now, whatever the moment: an erased patient's are gone for good. */
type At = {
  position: string;
  clock: string | null;
  factsOf: 'now';
  by: SplitName | null;
  /** Rows that the answer lacks. */
  lacks: readonly LackedRange[];
};

export type { ReportName };
export type ReportItem<N extends ReportName> = ItemOf<N>;
export type ReportData<N extends ReportName> = ReportAnswer<ItemOf<N>> & At;
export type ReportAnswers = { [N in ReportName as `/api/reports/${N}`]: ReportData<N> };
