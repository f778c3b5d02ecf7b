/** A row of the case list as a viewer gets it, over HTTP and the socket. */
import type { Reason } from '#events/case/reasons.ts';
import type { Action } from '#events/case/rules.ts';
import type { Status } from '#events/case/status.ts';
import type { Position } from '#events/person/position.ts';
import type { ReviewStatus } from '#events/plan/plan.ts';

export type PersonRef = {
  id: string;
  name: string;
  position: Position;
  /** The owner of the case in which an assistant or a covering colleague acted. */
  actsFor?: Omit<PersonRef, 'actsFor'>;
  /** Takes or took part in the case by invitation. */
  collaborates?: true;
};

/** The people who can act next on a case. */
export type NextActors = {
  /** Whether the viewer is one of them. */
  mine: boolean;
  /** Named people: the owner, the designer. */
  people: PersonRef[];
  /** Positions of which anyone may act; `system` while the server works on the case. */
  positions: (Position | 'system')[];
};

export type CaseListItem = {
  caseId: string;
  status: Status;
  /** Dictionary key of the status for this viewer (`28.doctor`). */
  statusWord: string;
  prior: Status | null;
  /** Whether the case waits for this viewer. */
  waits: boolean;
  /** Patient's name, masked while names are hidden. */
  patientName: string;
  gender: 1 | 2 | null;
  birthDate: string | null;
  clinic: string | null;
  doctor: string | null;
  outsideCaseNumber: string | null;
  owner: PersonRef;
  assignee: PersonRef | null;
  method: 1 | 2 | null;
  productType: 1 | 2 | 3 | 4 | null;
  arch: 'both' | 'upper' | 'lower' | null;
  /** Stages of the newest plan, or the last ones sent. */
  stages: { upper: number; lower: number } | null;
  sent: { upper: number; lower: number };
  planVersion: number | null;
  reviewStatus: ReviewStatus | null;
  /** Missing entries of a draft by field (`files.face-smile`); empty otherwise. */
  missing: string[];
  /** Reason of its status, if the status has one (`why` in status.ts). */
  note: string | null;
  /** Keyed reasons given with that note; may be empty. */
  reasons: Reason[];
  parentId: string | null;
  childId: string | null;
  archived: boolean;
  createdAt: string;
  submittedAt: string | null;
  updatedAt: string;
  /** Actions that this viewer may perform now, in the table's order. */
  actions: Action[];
  /** The action placed before the specification's button of the status; null if that button is first. */
  lead: Action | null;
  handlers: NextActors;
  /** Wire position of the last event in the row. The browser keeps the newer row. */
  position: string;
};

/** Counters and filters of a viewer, live. */
export type CaseCounts = {
  /** Number of cases by status code, among those this viewer sees, without archived ones. */
  byStatus: Record<string, number>;
  /** Number of cases by filter index 0..11. */
  filters: number[];
  /** toSubmit, designing, doctorAdjust, inTreatment, all. */
  counters: Record<string, number>;
  /** Number of cases that require action. */
  waiting: number;
  archived: number;
};
