/** The only way from a stored event line to a person: what is not opened here for a position stays closed. */
import { ownSide, sees } from '#events/case/may.ts';
import { statusWord } from '#events/case/status.ts';
import type { CaseEventType } from '#events/case/stream.ts';
import { wirePosition } from '#events/wire.ts';
import type { CaseListRow } from '../caseList/row.ts';
import type { Found, Rows } from '../found.ts';
import { maskName, type PresentCtx } from '../present.ts';
import type { Facts } from './facts.ts';
import type { HistoryItem } from './item.ts';
import type { HistoryRow } from './row.ts';

/**
 * What the manufacturer may know of, and whether with the note: production, and what brings a case to it or takes it
 * back. Every event has its line.
 */
const forVendor: Record<CaseEventType, 'closed' | 'with note' | 'without note'> = {
  CaseCreated: 'closed',
  SectionSaved: 'closed',
  FileAttached: 'closed',
  FileRemoved: 'closed',
  DraftDeleted: 'closed',
  CaseSubmitted: 'closed',
  CaseWithdrawn: 'closed',
  CaseAccepted: 'closed',
  CaseDenied: 'closed',
  ModelsPrepared: 'closed',
  ModelsRefused: 'closed',
  ScansRecorded: 'closed',
  InfoRequested: 'closed',
  InfoAnswered: 'closed',
  RequestCancelled: 'closed',
  CaseSuspended: 'closed',
  CaseContinued: 'closed',
  CaseTaken: 'closed',
  CaseAllocated: 'closed',
  CaseReassigned: 'closed',
  TargetSubmitted: 'closed',
  TargetExpertReviewed: 'closed',
  TargetDoctorReviewed: 'closed',
  PlanSubmitted: 'closed',
  PlanRecalled: 'closed',
  PlanExpertReviewed: 'closed',
  PlanDoctorReviewed: 'without note',
  ReturnedToDesign: 'with note',
  ProductionScheduled: 'without note',
  BatchFailed: 'with note',
  BatchShipped: 'without note',
  ReceiptConfirmed: 'without note',
  ShipmentLost: 'with note',
  NextBatchOrdered: 'without note',
  RefinementOpened: 'without note',
  RefinementEnded: 'without note',
  CaseCompleted: 'without note',
  CaseArchived: 'without note',
  CaseUnarchived: 'without note',
};

/** Ids of people in facts become their names. */
function named(facts: Facts, ctx: PresentCtx): Facts {
  if (typeof facts.assigneeId !== 'string') return facts;
  return { ...facts, assignee: ctx.person(facts.assigneeId).name };
}

/** The vendor reads of a doctor's review only that it approved; a refused one leads nowhere near production. */
const closedToVendor = (row: HistoryRow) =>
  forVendor[row.type] === 'closed' || (row.type === 'PlanDoctorReviewed' && row.to !== 16);

/** The case's list row says who sees it now: whoever does not see the case learns nothing of its past. */
export function presentHistory(
  { id, row, position }: Found<HistoryRow>,
  ctx: PresentCtx,
  rows: Rows,
): HistoryItem | undefined {
  const { viewer, hidden } = ctx;
  const of = rows.find<CaseListRow>('caseList', row.caseId)?.row;
  if (!of || !sees(viewer, of)) return undefined;
  const vendor = viewer.position === 'VendorAdmin';
  if (vendor && closedToVendor(row)) return undefined;
  return {
    id,
    caseId: row.caseId,
    revision: row.revision,
    position: wirePosition(ctx.logId, position),
    type: row.type,
    at: row.at,
    by: ctx.person(row.by),
    to: row.to,
    statusWord: row.to === null ? null : statusWord(row.to, ownSide(viewer, of)),
    note: vendor && forVendor[row.type] !== 'with note' ? null : row.note,
    facts: named(row.facts, ctx),
    patientName: hidden ? maskName(of.patientName) : of.patientName,
  };
}
