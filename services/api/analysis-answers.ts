/**
 * Answers of the calls on the history of an organisation. Each answer contains its position in the log and its clock
 * time.
 */
import type { MomentMark } from '#events/analysis/marks.ts';
import type { QueueKind, QueueSeries } from '#events/analysis/queues.ts';
import type { Status } from '#events/case/status.ts';
import type { ListPage } from '#projections/contract.ts';

/**
 * Point of the log that an answer reflects. `position`: a wire position. `clock`: ISO time of the last event; null for
 * an empty log.
 */
export type AnalysisPositionFields = { position: string; clock: string | null };

type Misdated = { events: number; mostSeconds: number };

export type AnalysisOverview = AnalysisPositionFields & {
  /** Name of the log, which every citation needs. */
  log: string;
  /** ISO time of the organisation's first event; null before its first case. */
  first: string | null;
  /** Months that have a track. */
  months: readonly string[];
  /** Seconds by which these answers are behind the log. */
  lag: number;
  /**
   * Events of the organisation whose own time differs from the log's clock. Does not count the log's last 100 events,
   * whose clock is provisional.
   */
  late: Misdated;
  ahead: Misdated;
  limits: { years: number; steps: number; page: number };
};

export const queueSteps = ['hour', 'day', 'week'] as const;
export type QueueStep = (typeof queueSteps)[number];

export type QueuesAnswer = AnalysisPositionFields & {
  by: QueueKind;
  step: QueueStep;
  /** ISO times, from the range's start to its end. */
  times: readonly string[];
  items: readonly QueueSeries[];
  /** Cases that existed at some time of the range's months. */
  cases: number;
};

/** A case as it stood at the requested moment. */
export type CaseAtMomentItem = {
  caseId: string;
  status: Status;
  /** ISO time since when it was at the status. */
  since: string;
  /** Pseudonym of the assignee then. */
  assignee: string | null;
  /** The patient's name as this viewer sees it now; null if the case is gone. */
  patientName: string | null;
};

/** `asOf`: ISO time of the moment. */
export type CasesAtMoment = AnalysisPositionFields & ListPage<CaseAtMomentItem> & { asOf: string };

/** Marked moments of the history. `at`: ISO times. */
export type HistoryMarks = {
  /** Times at which the server first used changed rules (decision 80). */
  releases: { at: string }[];
  /** The viewer's own marks. */
  items: MomentMark[];
};

/**
 * Doctors who own cases that were at the requested statuses, the one with the most cases first. `owner`: pseudonym of
 * the present owner.
 */
export type CaseOwnersAtMoment = AnalysisPositionFields & {
  items: { owner: string; cases: number }[];
  total: number;
};
