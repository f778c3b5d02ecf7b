/** Presents files, plans and shipments of a case, with people joined and names masked. */
import type { CaseFile } from '#events/case/files.ts';
import {
  type AuthoredNote,
  type ChangeRequest,
  isOpenChangeRequest,
  type PlanComment,
} from '#events/plan/discussion.ts';
import { type PlanReview, type PlanVersion, reviewStatus } from '#events/plan/plan.ts';
import type { Batch, Shipment, StageRanges } from '#events/shipment/shipment.ts';
import type { PresentCtx } from '../present.ts';
import type {
  AuthoredNoteItem,
  BatchItem,
  ChangeRequestItem,
  CommentItem,
  FileItem,
  NoteItem,
  PlanItem,
  ReviewItem,
  ShipmentItem,
} from './view.ts';

/**
 * `zhang-san.stl` → `***.stl`: a file name often contains the patient's name; its extension tells the type.
 */
export function maskFileName(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot > 0 ? `***${name.slice(dot)}` : '***';
}

export function presentFile(f: CaseFile, ctx: PresentCtx): FileItem {
  const { id, kind, slot, sha256, size, mime, name, at } = f;
  const shown = ctx.hidden ? maskFileName(name) : name;
  return { id, kind, slot, sha256, size, mime, name: shown, by: ctx.person(f.by, at), at };
}

type Noted = Omit<NoteItem, 'by'> & { by: string };

const isVendor = (ctx: PresentCtx) => ctx.viewer.position === 'VendorAdmin';

/** Only the clinic and its designers get reviewers' notes; everybody gets the fact of approval. */
function presentReview(r: PlanReview | null, ctx: PresentCtx): ReviewItem | null {
  if (!r) return null;
  const { at, result } = r;
  const words = isVendor(ctx)
    ? { note: null, reasons: [], checked: [], acknowledged: [] }
    : { note: r.note, reasons: r.reasons, checked: r.checked, acknowledged: r.acknowledged };
  return { by: ctx.person(r.by), at, result, ...words };
}

export const presentNote = ({ by, at, note, reasons }: Noted, ctx: PresentCtx): NoteItem => ({
  by: ctx.person(by, at),
  at,
  note,
  reasons,
});

const presentSaid = ({ by, at, note }: AuthoredNote, ctx: PresentCtx): AuthoredNoteItem => ({
  by: ctx.person(by),
  at,
  note,
});
const presentDone = (done: { by: string; at: string } | null, ctx: PresentCtx) =>
  done && { by: ctx.person(done.by, done.at), at: done.at };

export function presentComment(c: PlanComment, ctx: PresentCtx): CommentItem {
  return {
    ...c,
    by: ctx.person(c.by, c.at),
    replies: c.replies.map(r => presentSaid(r, ctx)),
    resolved: presentDone(c.resolved, ctx),
  };
}

export function presentChangeRequest(r: ChangeRequest, ownerId: string, ctx: PresentCtx): ChangeRequestItem {
  const by = ctx.person(r.by, r.at);
  const drafted = ctx.viewer.id === ownerId && by.position === 'Assistant';
  const own = r.by === ctx.viewer.id || drafted;
  return { ...r, by, withdrawn: presentDone(r.withdrawn, ctx), open: isOpenChangeRequest(r), own };
}

/**
 * A version of the plan. Its instructions go to everybody who sees it, because the page `planInstructions` opens with
 * `plan`.
 */
export function presentPlan(p: PlanVersion, ctx: PresentCtx): PlanItem {
  const { version, name, at, upperStages, lowerStages, instructions, bundle } = p;
  return {
    version,
    name,
    at,
    upperStages,
    lowerStages,
    instructions,
    bundle,
    by: ctx.person(p.by, at),
    files: p.files.map(f => presentFile(f, ctx)),
    status: reviewStatus(p),
    expert: presentReview(p.expert, ctx),
    doctor: presentReview(p.doctor, ctx),
    void: p.void && presentNote(p.void, ctx),
  };
}

const stagesOf = ({ upper, lower }: StageRanges): StageRanges => ({ upper, lower });

export const presentBatch = (b: Batch, ctx: PresentCtx): BatchItem => ({
  ...stagesOf(b),
  batch: b.batch,
  bundle: b.bundle,
  at: b.at,
  by: ctx.person(b.by, b.at),
  finished: b.finished && { at: b.finished.at, by: ctx.person(b.finished.by, b.finished.at) },
});

export function presentShipment(s: Shipment, ctx: PresentCtx): ShipmentItem {
  const { shipment, batch, bundle, courier, trackingNumber, quantity, first, at, receivedAt } = s;
  return {
    shipment,
    batch,
    bundle,
    courier,
    trackingNumber,
    quantity,
    first,
    at,
    receivedAt,
    ...stagesOf(s),
    by: ctx.person(s.by, s.at),
    begun: s.begun && { at: s.begun.at, by: ctx.person(s.begun.by, s.begun.at) },
    receivedBy: s.receivedBy === null ? null : ctx.person(s.receivedBy),
    lost: s.lost && { at: s.lost.at, by: ctx.person(s.lost.by, s.lost.at), note: s.lost.note },
  };
}
