/** What a line about an event needs beside who, when and the status: small, without names of people or patients. */
import type { CaseState } from '#events/case/case.ts';
import type { CaseFileFacts } from '#events/case/files.ts';
import type { CaseEvent, CaseEventOf, CaseEventType } from '#events/case/stream.ts';
import type { Json } from '#events/envelope.ts';

export type Facts = Record<string, Json>;

const slotsOf = (files: readonly CaseFileFacts[]) => files.map(f => f.slot ?? f.kind);
const review = (e: { data: { version: number; result: string } }): Facts => ({
  version: e.data.version,
  result: e.data.result,
});
const version = (e: { data: { version: number } }): Facts => ({ version: e.data.version });
const submitted = (e: CaseEventOf<'PlanSubmitted' | 'TargetSubmitted'>): Facts => {
  const { upperStages, lowerStages } = e.data;
  return { version: e.data.version, upperStages, lowerStages };
};
const assigned = (e: { data: { assigneeId: string } }): Facts => ({ assigneeId: e.data.assigneeId });

const none = (): Facts => ({});

/** Every event has its line: what needs no facts says so. */
const table: {
  [T in CaseEventType]: (e: CaseEventOf<T>, before: CaseState | undefined) => Facts;
} = {
  CaseCreated: e => ({ parentId: e.data.parentId }),
  SectionSaved: e => ({ section: e.data.section, fields: e.data.fields }),
  FileAttached: e => ({ kind: e.data.file.kind, slot: e.data.file.slot }),
  FileRemoved: (e, before) => {
    const file = before?.files.find(f => f.id === e.data.fileId);
    return { kind: file?.kind ?? null, slot: file?.slot ?? null };
  },
  DraftDeleted: none,
  CaseSubmitted: none,
  CaseWithdrawn: none,
  CaseAccepted: none,
  CaseDenied: none,
  ModelsPrepared: e => ({ models: e.data.models.length }),
  ModelsRefused: e => ({ slots: e.data.defects.map(d => d.slot ?? d.fileId) }),
  ScansRecorded: e => ({ slots: slotsOf(e.data.files) }),
  InfoRequested: none,
  InfoAnswered: e => ({ files: e.data.files.length, slots: slotsOf(e.data.files) }),
  RequestCancelled: none,
  CaseSuspended: none,
  CaseContinued: none,
  CaseTaken: assigned,
  CaseAllocated: assigned,
  CaseReassigned: assigned,
  RefinementOpened: e => ({ childId: e.data.childId }),
  RefinementEnded: e => ({ childId: e.data.childId, how: e.data.how }),
  CaseCompleted: e => ({ outcome: e.data.outcome, date: e.data.date }),
  CaseArchived: none,
  CaseUnarchived: none,
  TargetSubmitted: submitted,
  TargetExpertReviewed: review,
  TargetDoctorReviewed: review,
  PlanSubmitted: submitted,
  PlanExpertReviewed: review,
  PlanDoctorReviewed: review,
  PlanRecalled: version,
  ReturnedToDesign: version,
  ProductionScheduled: e => ({ batch: e.data.batch, upper: e.data.upper, lower: e.data.lower }),
  BatchFailed: e => ({ batch: e.data.batch }),
  BatchShipped: e => {
    const { to: _to, ...facts } = e.data;
    return facts;
  },
  ReceiptConfirmed: e => ({ shipment: e.data.shipment }),
  ShipmentLost: e => ({ shipment: e.data.shipment }),
  NextBatchOrdered: none,
};

/** `before` is the case as it was before the event. */
export function factsOf(e: CaseEvent, before: CaseState | undefined): Facts {
  // The table is keyed by type: this pairing is sound, and TypeScript cannot follow it across a union.
  const facts = table[e.type] as (e: CaseEvent, before: CaseState | undefined) => Facts;
  return facts(e, before);
}

/** The note that a person wrote with it; null where there is none, or its key is gone. */
export function noteOf(e: CaseEvent): string | null {
  const personal = e.personal;
  if (!personal) return null;
  if ('note' in personal && personal.note) return personal.note;
  return 'reason' in personal && personal.reason ? personal.reason : null;
}
