/**
 * Visibility of each event outside its case: recipients of a message, whether the manufacturer sees its line and note, and
 * which facts the line needs. Every event has an entry, even without recipients, line and facts.
 */

import type { CaseState } from '#events/case/case.ts';
import type { CaseFileFacts } from '#events/case/files.ts';
import { Status } from '#events/case/status.ts';
import type { CaseEvent, CaseEventOf, CaseEventType } from '#events/case/stream.ts';
import type { Json } from '#events/envelope.ts';

/**
 * `assignee` and `asker` are those before the event; `named` is the person whom the event assigns; `involved` are the
 * authors of the comments or requests that the event answers.
 */
export type EventAudience =
  | 'owner'
  | 'helpers'
  | 'assignee'
  | 'asker'
  | 'named'
  | 'involved'
  | 'Specialist'
  | 'SuperMechanic'
  | 'Service'
  | 'VendorAdmin';

/** Values that a line shows apart from person, time and status. Small, without names of people or patients. */
export type HistoryLineFacts = Record<string, Json>;

type EventVisibility<E> = {
  /** Audiences of the event's message. The acting person never gets one. */
  to: readonly EventAudience[] | ((e: CaseEvent, before: CaseState) => readonly EventAudience[]);
  /**
   * What the manufacturer sees of the event's line and note. Open for production events, and for events that start or
   * stop production.
   */
  vendor: 'closed' | 'without note' | 'with note';
  /** Returns the facts for the event's line. @param before the case before the event */
  facts: (e: E, before: CaseState | undefined) => HistoryLineFacts;
};

const nobody = [] as const;
const own = ['owner', 'helpers'] as const;
const reaches = (e: CaseEvent, status: Status) => 'to' in e.data && e.data.to === status;

const nothing = (): HistoryLineFacts => ({});
const slotsOf = (files: readonly CaseFileFacts[]) => files.map(f => f.slot ?? f.kind);
const version = (e: { data: { version: number } }): HistoryLineFacts => ({ version: e.data.version });
const review = (e: { data: { version: number; result: string } }): HistoryLineFacts => ({
  version: e.data.version,
  result: e.data.result,
});
const submitted = (e: CaseEventOf<'PlanSubmitted' | 'TargetSubmitted'>): HistoryLineFacts => {
  const { upperStages, lowerStages } = e.data;
  return { version: e.data.version, upperStages, lowerStages };
};
const assigned = (e: { data: { assigneeId: string } }): HistoryLineFacts => ({
  assigneeId: e.data.assigneeId,
});
const batch = (e: { data: { batch: number } }): HistoryLineFacts => ({ batch: e.data.batch });
const shipment = (e: { data: { shipment: number } }): HistoryLineFacts => ({ shipment: e.data.shipment });
const removed = (e: CaseEventOf<'FileRemoved'>, before: CaseState | undefined): HistoryLineFacts => {
  const file = before?.files.find(f => f.id === e.data.fileId);
  return { kind: file?.kind ?? null, slot: file?.slot ?? null };
};
const shipped = (e: CaseEventOf<'BatchShipped'>): HistoryLineFacts => {
  const { to: _to, ...facts } = e.data;
  return facts;
};

/** Old and new courier and number; `how` says which of them changed. */
const corrected = ({ data }: CaseEventOf<'ParcelCorrected'>): HistoryLineFacts => {
  const { shipment, courier, trackingNumber, before } = data;
  const [isMoved, isRenumbered] = [courier !== before.courier, trackingNumber !== before.trackingNumber];
  const how = isMoved ? (isRenumbered ? 'both' : 'courier') : 'number';
  return { shipment, how, courier, trackingNumber, fromCourier: before.courier, from: before.trackingNumber };
};

const takenBack = (
  { data }: CaseEventOf<'MissedTakenBack'>,
  before: CaseState | undefined,
): HistoryLineFacts => {
  const report = before?.missed.find(one => one.missed === data.missed);
  return report ? { arch: report.arch, stage: report.stage, reason: report.reason } : {};
};

const comment = (e: { data: { comment: number } }): HistoryLineFacts => ({ comment: e.data.comment });
const tray = (e: { data: { tray: number } }): HistoryLineFacts => ({ tray: e.data.tray });
const retainer = (e: { data: { retainer: number } }): HistoryLineFacts => ({ retainer: e.data.retainer });
/** Number of measured requests by verdict. */
const measured = ({ data }: CaseEventOf<'RequestsMeasured'>): HistoryLineFacts => {
  const count = (verdict: string) => data.measured.filter(m => m.verdict === verdict).length;
  const { version, list: how, measured: all } = data;
  return { version, how, all: all.length, met: count('met'), partly: count('partly'), not: count('not') };
};

// biome-ignore format: one event on each line
export const eventVisibility: { [T in CaseEventType]: EventVisibility<CaseEventOf<T>> } = {
  CaseCreated: { to: nobody, vendor: 'closed', facts: e => ({ parentId: e.data.parentId }) },
  SectionSaved: { to: nobody, vendor: 'closed', facts: e => ({ section: e.data.section, fields: e.data.fields }) },
  FileAttached: { to: nobody, vendor: 'closed', facts: e => ({ kind: e.data.file.kind, slot: e.data.file.slot }) },
  FileRemoved: { to: nobody, vendor: 'closed', facts: removed },
  FilesMoved: { to: nobody, vendor: 'closed', facts: e => ({ slots: e.data.places.map(p => p.slot) }) },
  DraftDeleted: { to: nobody, vendor: 'closed', facts: nothing },
  CaseSubmitted: { to: ['SuperMechanic', 'Service'], vendor: 'closed', facts: nothing },
  CaseWithdrawn: { to: ['SuperMechanic', 'Service'], vendor: 'closed', facts: nothing },
  CaseAccepted: { to: own, vendor: 'closed', facts: nothing },
  CaseDenied: { to: [...own, 'assignee'], vendor: 'closed', facts: nothing },
  ModelsPrepared: { to: e => (reaches(e, Status.ToDistribute) ? ['SuperMechanic'] : ['assignee']), vendor: 'closed', facts: e => ({ models: e.data.models.length }) },
  ModelsRefused: { to: own, vendor: 'closed', facts: e => ({ slots: e.data.defects.map(d => d.slot ?? d.fileId) }) },
  ScansRecorded: { to: own, vendor: 'closed', facts: e => ({ slots: slotsOf(e.data.files) }) },
  InfoRequested: { to: own, vendor: 'closed', facts: nothing },
  InfoAnswered: { to: ['asker', 'assignee'], vendor: 'closed', facts: e => ({ files: e.data.files.length, slots: slotsOf(e.data.files) }) },
  RequestCancelled: { to: own, vendor: 'closed', facts: nothing },
  CaseSuspended: { to: [...own, 'assignee'], vendor: 'closed', facts: nothing },
  CaseContinued: { to: [...own, 'assignee'], vendor: 'closed', facts: nothing },
  CaseTaken: { to: own, vendor: 'closed', facts: assigned },
  CaseAllocated: { to: ['named'], vendor: 'closed', facts: assigned },
  CaseReassigned: { to: ['named', 'assignee'], vendor: 'closed', facts: assigned },
  RefinementOpened: { to: ['SuperMechanic'], vendor: 'without note', facts: e => ({ childId: e.data.childId }) },
  RefinementEnded: { to: own, vendor: 'without note', facts: e => ({ childId: e.data.childId, how: e.data.how }) },
  CaseCompleted: { to: ['assignee', 'SuperMechanic'], vendor: 'without note', facts: e => ({ outcome: e.data.outcome, date: e.data.date }) },
  CaseHandedOver: { to: nobody, vendor: 'closed', facts: e => ({ ownerId: e.data.ownerId }) },
  CaseArchived: { to: nobody, vendor: 'without note', facts: nothing },
  CaseUnarchived: { to: nobody, vendor: 'without note', facts: nothing },
  PatientErased: { to: nobody, vendor: 'without note', facts: nothing },
  TargetSubmitted: { to: ['Specialist'], vendor: 'closed', facts: submitted },
  TargetExpertReviewed: { to: e => (reaches(e, Status.TargetAwaitingDoctor) ? [...own, 'assignee'] : ['assignee']), vendor: 'closed', facts: review },
  TargetDoctorReviewed: { to: ['assignee'], vendor: 'closed', facts: review },
  PlanSubmitted: { to: ['Specialist'], vendor: 'closed', facts: submitted },
  PlanRecalled: { to: (_e, before) => (before.status === Status.PlanAwaitingDoctor ? own : ['Specialist']), vendor: 'closed', facts: version },
  PlanExpertReviewed: { to: e => (reaches(e, Status.PlanAwaitingDoctor) ? [...own, 'assignee'] : ['assignee']), vendor: 'closed', facts: review },
  PlanDoctorReviewed: { to: e => (reaches(e, Status.PrepareProduction) ? ['assignee', 'VendorAdmin'] : ['assignee', 'Specialist']), vendor: 'without note', facts: review },
  ReturnedToDesign: { to: [...own, 'assignee'], vendor: 'with note', facts: version },
  ProductionScheduled: { to: own, vendor: 'without note', facts: e => ({ batch: e.data.batch, upper: e.data.upper, lower: e.data.lower }) },
  BatchFinished: { to: nobody, vendor: 'without note', facts: batch },
  BatchFailed: { to: own, vendor: 'with note', facts: batch },
  BatchShipped: { to: own, vendor: 'without note', facts: shipped },
  ParcelCorrected: { to: own, vendor: 'without note', facts: corrected },
  ReceiptConfirmed: { to: ['VendorAdmin'], vendor: 'without note', facts: shipment },
  ShipmentLost: { to: ['VendorAdmin'], vendor: 'with note', facts: shipment },
  NextBatchOrdered: { to: ['VendorAdmin'], vendor: 'without note', facts: nothing },
  PlanCommented: { to: [...own, 'assignee'], vendor: 'closed', facts: e => ({ comment: e.data.comment, version: e.data.version, how: e.data.list, stage: e.data.stage, tooth: e.data.tooth }) },
  CommentReplied: { to: ['involved', 'assignee'], vendor: 'closed', facts: comment },
  CommentResolved: { to: ['involved'], vendor: 'closed', facts: comment },
  CommentReopened: { to: ['involved', 'assignee'], vendor: 'closed', facts: comment },
  ChangeRequested: { to: [...own, 'assignee'], vendor: 'closed', facts: e => ({ request: e.data.request, version: e.data.version, how: e.data.list, change: e.data.change.what }) },
  ChangeWithdrawn: { to: ['involved', 'assignee'], vendor: 'closed', facts: e => ({ request: e.data.request }) },
  RequestsMeasured: { to: ['involved', 'assignee'], vendor: 'closed', facts: measured },
  TrayOrdered: { to: ['VendorAdmin'], vendor: 'with note', facts: e => ({ tray: e.data.tray, arch: e.data.arch, stage: e.data.stage, reason: e.data.reason }) },
  TrayShipped: { to: own, vendor: 'without note', facts: tray },
  TrayReceived: { to: ['VendorAdmin'], vendor: 'without note', facts: tray },
  WearRecorded: { to: nobody, vendor: 'closed', facts: e => ({ start: e.data.start, stage: e.data.stage, days: e.data.days }) },
  WearHeld: { to: nobody, vendor: 'closed', facts: e => ({ from: e.data.from, until: e.data.until }) },
  WearResumed: { to: nobody, vendor: 'closed', facts: e => ({ on: e.data.on }) },
  WearExtended: { to: nobody, vendor: 'closed', facts: e => ({ stage: e.data.stage, days: e.data.days }) },
  AlignerChanged: { to: nobody, vendor: 'closed', facts: e => ({ stage: e.data.stage, on: e.data.on, reporter: e.data.by }) },
  AlignerMissed: { to: own, vendor: 'closed', facts: e => ({ arch: e.data.arch, stage: e.data.stage, reason: e.data.reason, on: e.data.on }) },
  MissedTakenBack: { to: own, vendor: 'closed', facts: takenBack },
  MissedSettled: { to: nobody, vendor: 'closed', facts: e => ({ missed: e.data.missed }) },
  WearChecked: { to: nobody, vendor: 'closed', facts: e => ({ on: e.data.on, kind: e.data.kind, judged: e.data.result }) },
  DeliverySet: { to: (_e, before) => (before.produced ? [...own, 'VendorAdmin'] : own), vendor: 'without note', facts: nothing },
  RetainerApplied: { to: ['VendorAdmin'], vendor: 'with note', facts: e => ({ retainer: e.data.retainer, arch: e.data.arch, quantity: e.data.quantity }) },
  RetainerProduced: { to: own, vendor: 'without note', facts: retainer },
  RetainerDelivered: { to: own, vendor: 'without note', facts: retainer },
  RetainerReceived: { to: ['VendorAdmin'], vendor: 'without note', facts: retainer },
  ProcessRecorded: { to: nobody, vendor: 'closed', facts: e => ({ record: e.data.record, date: e.data.date, stage: e.data.stage, files: e.data.files.length }) },
  ProcessRemoved: { to: nobody, vendor: 'closed', facts: e => ({ record: e.data.record }) },
  VisitRecorded: { to: nobody, vendor: 'closed', facts: e => ({ visit: e.data.visit, date: e.data.date, stage: e.data.stage }) },
  VisitRemoved: { to: nobody, vendor: 'closed', facts: e => ({ visit: e.data.visit }) },
  RemarksChanged: { to: [...own, 'assignee'], vendor: 'closed', facts: nothing },
  OtherFilesAdded: { to: [...own, 'assignee'], vendor: 'closed', facts: e => ({ files: e.data.files.length }) },
};
