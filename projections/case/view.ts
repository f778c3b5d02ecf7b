/** Everything that a case's page shows to one person, over HTTP and the socket. */
import type { MissingField } from '#events/case/draft.ts';
import type { Defect } from '#events/case/events.ts';
import type { CaseFileFacts } from '#events/case/files.ts';
import type { Option } from '#events/case/options.ts';
import type { CasePage, PageAccess } from '#events/case/pages.ts';
import type { PermissionFacts, PermissionVerdict } from '#events/case/permissions.ts';
import type { Reason } from '#events/case/reasons.ts';
import type { Action } from '#events/case/rules.ts';
import type { SectionName, Sections } from '#events/case/sections.ts';
import type { CaseEventOf } from '#events/case/stream.ts';
import type { ChangeRequest, PlanComment } from '#events/plan/discussion.ts';
import type { ReviewStatus } from '#events/plan/plan.ts';
import type { StageRanges } from '#events/shipment/shipment.ts';
import type { CaseListItem, PersonRef } from '../caseList/item.ts';
import type { FollowUpItems } from './follow-up.ts';

/**
 * A file with its name, masked to `***.ext` while names are hidden, because file names contain patients'
 * names.
 */
export type FileItem = CaseFileFacts & { name: string; by: PersonRef; at: string };

export type ReviewItem = {
  by: PersonRef;
  at: string;
  result: Option<'review'>;
  note: string | null;
  /** Keyed reasons of a refusal; empty if none were given. */
  reasons: Reason[];
  /** Checklist points that were ticked. */
  checked: string[];
  /** Findings accepted knowingly: `request:3`, `comment:2`, … */
  acknowledged: string[];
};

/** A comment's text, author and time. */
export type AuthoredNoteItem = { by: PersonRef; at: string; note: string };
/** A comment pinned to a version, a stage and possibly a tooth, with its thread. */
export type CommentItem = Omit<PlanComment, 'by' | 'replies' | 'resolved'> &
  AuthoredNoteItem & { replies: AuthoredNoteItem[]; resolved: { by: PersonRef; at: string } | null };
/** A change request as data, with its check in later versions. */
export type ChangeRequestItem = Omit<ChangeRequest, 'by' | 'withdrawn'> & {
  by: PersonRef;
  withdrawn: { by: PersonRef; at: string } | null;
  /** Neither withdrawn nor met in the version measured last. */
  open: boolean;
  /** Whether this viewer may withdraw it while the action is available. */
  own: boolean;
};

export type PlanItem = {
  version: number;
  name: string;
  by: PersonRef;
  at: string;
  upperStages: number;
  lowerStages: number;
  /** Instructions of the plan; null if the page `planInstructions` is closed to the viewer. */
  instructions: string | null;
  files: FileItem[];
  /** SHA-256 of the bundle, hex. An approval is bound to it. */
  bundle: string;
  status: ReviewStatus;
  expert: ReviewItem | null;
  doctor: ReviewItem | null;
  void: NoteItem | null;
};

export type BatchItem = StageRanges & {
  batch: number;
  /** SHA-256 of the plan it is made from. */
  bundle: string;
  at: string;
  by: PersonRef;
  finished: { at: string; by: PersonRef } | null;
};

export type ShipmentItem = StageRanges & {
  shipment: number;
  batch: number;
  bundle: string;
  begun: { at: string; by: PersonRef } | null;
  courier: number;
  trackingNumber: string;
  quantity: number;
  first: boolean;
  at: string;
  by: PersonRef;
  receivedAt: string | null;
  receivedBy: PersonRef | null;
  lost: { at: string; by: PersonRef; note: string | null } | null;
};

/**
 * A note with its keyed reasons, author and time: a denial, a request for information, a recall or a return. `reasons`:
 * empty if none were given, as in older events.
 */
export type NoteItem = { by: PersonRef; at: string; note: string | null; reasons: Reason[] };

export type CompletionItem = {
  outcome: Option<'outcome'>;
  date: string;
  retainer: boolean;
  models: boolean;
  photos: FileItem[];
  xrays: FileItem[];
  at: string;
};

export type CaseView = FollowUpItems & {
  caseId: string;
  /** The case's row of the list. */
  header: CaseListItem;
  /** Facts for `may`, for dialogs that call it themselves. */
  facts: PermissionFacts;
  /** Revision of the last event in it. */
  revision: number;
  /** `"<revision>"`, quotes included; a section's PUT takes it as If-Match. */
  etag: string;
  /** Time of the revision shown, for a past state; null for the present. */
  asOf: string | null;
  createdBy: PersonRef;
  /** Sections closed to the viewer are absent; open ones that are empty are `{}`. */
  sections: Partial<Sections>;
  saved: Partial<Record<SectionName, { at: string; by: PersonRef; revision: number }>>;
  /** Files of open pages only. A plan's files are in the plan. */
  files: FileItem[];
  models: CaseEventOf<'ModelsPrepared'>['data']['models'];
  plans: PlanItem[];
  targets: PlanItem[];
  /** Comments on plans and targets in order; empty for the manufacturer. */
  comments: CommentItem[];
  requests: ChangeRequestItem[];
  /** Version of the plan with a valid approval. */
  approved: number | null;
  batches: number;
  batch: BatchItem | null;
  shipments: ShipmentItem[];
  /** Stages of the approved plan still to be produced; null without one. */
  remaining: StageRanges | null;
  request: (NoteItem & { defects: Defect[] }) | null;
  denial: NoteItem | null;
  refineReason: string | null;
  /** Keyed reasons of the refinement; empty if none were given. */
  refineReasons: Reason[];
  completion: CompletionItem | null;
  /** Missing entries of a draft, in the order of lifecycle.md; empty otherwise. */
  missing: MissingField[];
  /** The 18 sections of the page: open, or why not. */
  pages: Record<CasePage, PageAccess>;
  /** Answer for every action: `yes`, or why not now (`notNow`) or never (`never`). */
  may: Record<Action, PermissionVerdict>;
  /** Whether the patient of the case was erased. */
  erased: boolean;
};
