/** Everything that a case's page shows to one person, over HTTP and over the socket alike. */
import type { Missing } from '#events/case/draft.ts';
import type { Defect } from '#events/case/events.ts';
import type { CaseFileFacts } from '#events/case/files.ts';
import type { Answer, Facts } from '#events/case/may.ts';
import type { Option } from '#events/case/options.ts';
import type { CasePage, PageAccess } from '#events/case/pages.ts';
import type { Action } from '#events/case/rules.ts';
import type { SectionName, Sections } from '#events/case/sections.ts';
import type { CaseEventOf } from '#events/case/stream.ts';
import type { ChangeRequest, PlanComment } from '#events/plan/discussion.ts';
import type { ReviewStatus } from '#events/plan/plan.ts';
import type { Stages } from '#events/shipment/shipment.ts';
import type { CaseListItem, PersonRef } from '../caseList/item.ts';
import type { BesideItems } from './beside.ts';

/** A file with its name; masked to `***.ext` where the eye is hidden, since names hold patients' names. */
export type FileItem = CaseFileFacts & { name: string; by: PersonRef; at: string };

export type ReviewItem = {
  by: PersonRef;
  at: string;
  result: Option<'review'>;
  note: string | null;
  /** Points of the checklist that were ticked. */
  checked: string[];
  /** What was not as it should be and was taken as it is: `request:3`, `comment:2`, … */
  acknowledged: string[];
};

/** What somebody said of a version, and when. */
export type SaidItem = { by: PersonRef; at: string; note: string };
/** A comment pinned to a version, a stage and perhaps a tooth, with its thread. */
export type CommentItem = Omit<PlanComment, 'by' | 'replies' | 'resolved'> &
  SaidItem & { replies: SaidItem[]; resolved: { by: PersonRef; at: string } | null };
/** A change that was asked for as data, with what later versions made of it. */
export type RequestItem = Omit<ChangeRequest, 'by' | 'withdrawn'> & {
  by: PersonRef;
  withdrawn: { by: PersonRef; at: string } | null;
  /** Neither withdrawn nor met by the last version that was measured. */
  open: boolean;
  /** This viewer may withdraw it, where the action is open at all. */
  own: boolean;
};

export type PlanItem = {
  version: number;
  name: string;
  by: PersonRef;
  at: string;
  upperStages: number;
  lowerStages: number;
  /** Null where the viewer's position is kept from the page `planInstructions`. */
  instructions: string | null;
  files: FileItem[];
  /** SHA-256 of the bundle, hex: what an approval is bound to. */
  bundle: string;
  status: ReviewStatus;
  expert: ReviewItem | null;
  doctor: ReviewItem | null;
  void: { by: PersonRef; at: string; note: string | null } | null;
};

export type BatchItem = Stages & {
  batch: number;
  /** SHA-256 of the plan that it is made from. */
  bundle: string;
  at: string;
  by: PersonRef;
  finished: { at: string; by: PersonRef } | null;
};

export type ShipmentItem = Stages & {
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

/** A person's words with who and when: a denial, a request for information. */
export type NoteItem = { by: PersonRef; at: string; note: string | null };

export type CompletionItem = {
  outcome: Option<'outcome'>;
  date: string;
  retainer: boolean;
  models: boolean;
  photos: FileItem[];
  xrays: FileItem[];
  at: string;
};

export type CaseView = BesideItems & {
  caseId: string;
  /** The same row as in the list. */
  header: CaseListItem;
  /** What `may` looks at, for dialogs that ask it themselves. */
  facts: Facts;
  /** Revision of the last event in it. */
  revision: number;
  /** `"<revision>"`, quotes included; a section's PUT takes it as If-Match. */
  etag: string;
  /** Where it is shown as it stood: the revision's time. Null for the present. */
  asOf: string | null;
  createdBy: PersonRef;
  /** Sections closed to the viewer are absent; open ones that are empty are `{}`. */
  sections: Partial<Sections>;
  saved: Partial<Record<SectionName, { at: string; by: PersonRef; revision: number }>>;
  /** Files of open pages only; those of plans stand in the plans. */
  files: FileItem[];
  models: CaseEventOf<'ModelsPrepared'>['data']['models'];
  plans: PlanItem[];
  targets: PlanItem[];
  /** What was said of plans and targets, in its order; nothing of it is the manufacturer's. */
  comments: CommentItem[];
  requests: RequestItem[];
  /** Version of the plan whose approval holds. */
  approved: number | null;
  batches: number;
  batch: BatchItem | null;
  shipments: ShipmentItem[];
  /** What is still to be produced of the approved plan; null where there is none. */
  remaining: Stages | null;
  request: (NoteItem & { defects: Defect[] }) | null;
  denial: NoteItem | null;
  refineReason: string | null;
  completion: CompletionItem | null;
  /** What a draft still lacks, in the order of lifecycle.md; empty otherwise. */
  missing: Missing[];
  /** The 18 sections of the page: open, or why not. */
  pages: Record<CasePage, PageAccess>;
  /** Every action: `yes`, or why not now (`notNow`) or never (`never`). */
  may: Record<Action, Answer>;
  /** Its patient's key is gone. */
  erased: boolean;
};
