/** A row of the case list as a viewer gets it, over HTTP and over the socket alike. */
import type { Action } from '#events/case/rules.ts';
import type { Status } from '#events/case/status.ts';
import type { Position } from '#events/person/position.ts';
import type { ReviewStatus } from '#events/plan/plan.ts';

export type PersonRef = { id: string; name: string; position: Position };

/** The next actors. */
export type Handlers = {
  /** The viewer is one of them. */
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
  /** It waits for this viewer. */
  waits: boolean;
  /** Masked where the eye is hidden. */
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
  /** Stages of the newest plan, and the last ones sent. */
  stages: { upper: number; lower: number } | null;
  sent: { upper: number; lower: number };
  planVersion: number | null;
  reviewStatus: ReviewStatus | null;
  /** What a draft lacks, by field (`files.face-smile`); empty otherwise. */
  missing: string[];
  /** Why it stands at its status, where that has a reason (`why` in status.ts). */
  note: string | null;
  parentId: string | null;
  childId: string | null;
  archived: boolean;
  createdAt: string;
  submittedAt: string | null;
  updatedAt: string;
  /** What this viewer may do now, in the table's order. */
  actions: Action[];
  /** The action in front of the specification's button of the status; null: that button is the first. */
  lead: Action | null;
  handlers: Handlers;
  /** Wire position of the last event in the row: the newer one wins in the browser. */
  position: string;
};

/** Counters and filters of a viewer, live. */
export type Counts = {
  /** status code → number of cases that this viewer sees (archived ones left out). */
  byStatus: Record<string, number>;
  /** Filter index 0..11 → number. */
  filters: number[];
  /** toSubmit, designing, doctorAdjust, inTreatment, all. */
  counters: Record<string, number>;
  /** Action required. */
  waiting: number;
  archived: number;
};
