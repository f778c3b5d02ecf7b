/** Answers about covers and collaborators. */
import type { CollaboratorLevel } from '#events/person/position.ts';
import type { PersonRef } from '#projections/caseList/item.ts';

/** A cover as one of its two doctors sees it. */
export type CoverItem = {
  id: string;
  /** True for the doctor who is covered, false for the covering colleague. */
  given: boolean;
  owner: PersonRef;
  colleague: PersonRef;
  /** null: all cases. `patientName` is null for a case that is closed to the viewer. */
  cases: { caseId: string; patientName: string | null }[] | null;
  /** First and last day, yyyy-mm-dd, in the organisation's time zone. */
  first: string;
  last: string;
  /** True once it has begun. */
  active: boolean;
  note: string;
  at: string;
};

/** A collaborator of a case, or an open invitation. */
export type CollaboratorItem = {
  id: string;
  /** null before the invitation is accepted. */
  person: PersonRef | null;
  /** The invited address and the note, for the doctors of the case. */
  address: string | null;
  note: string | null;
  level: CollaboratorLevel;
  /** Last day in the organisation's time zone; null without an end. */
  lastDay: string | null;
  by: PersonRef;
  at: string;
  mayEnd: boolean;
};

/** An invitation to a case, open or accepted, as the invited doctor sees it. */
export type CaseInvitationItem = Pick<CollaboratorItem, 'id' | 'level' | 'lastDay' | 'by' | 'at'> & {
  /** null before the doctor accepts. */
  caseId: string | null;
  note: string;
};
