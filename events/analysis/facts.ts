/**
 * The fields of an event's open data that analysts may read besides its columns: an allow-list by event type. It
 * contains no ids or hashes of files, bundles, tracking numbers, people's ids or free text. A new field stays hidden
 * from analysts until a line names it. Pure.
 */
import type { CaseEvent, CaseEventOf, CaseEventType } from '../case/stream.ts';

/**
 * How a field is read. `value`: unchanged. `count`: the number of its items. Names: these fields of the object, or of
 * each object of the list.
 */
type Extract = 'value' | 'count' | readonly string[];
/** Without status, version, batch, request, stage, result and reasons, which have columns of their own. */
type Line<T extends CaseEventType> = { readonly [F in keyof CaseEventOf<T>['data']]?: Extract };

const submitted = { upperStages: 'value', lowerStages: 'value', files: 'count' } as const;
const reviewed = { checked: 'count', acknowledged: 'count' } as const;
const stages = { upper: 'value', lower: 'value' } as const;
const basis = ['kind', 'stage', 'order'] as const;

export const analystFactsByEventType = {
  CaseCreated: { parentId: 'value' },
  SectionSaved: { section: 'value', fields: 'value' },
  FileAttached: { file: ['kind', 'slot'] },
  FileRemoved: {},
  FilesMoved: { places: ['slot'] },
  DraftDeleted: {},
  CaseSubmitted: {},
  CaseWithdrawn: {},
  CaseAccepted: {},
  CaseDenied: {},
  ModelsPrepared: { models: ['triangles'] },
  ModelsRefused: { defects: ['slot', 'defects'] },
  ScansRecorded: { files: ['slot'] },
  InfoRequested: {},
  InfoAnswered: { files: ['kind', 'slot'] },
  RequestCancelled: {},
  CaseSuspended: {},
  CaseContinued: {},
  CaseTaken: {},
  CaseAllocated: {},
  CaseReassigned: {},
  RefinementOpened: { childId: 'value' },
  RefinementEnded: { childId: 'value', how: 'value' },
  CaseCompleted: {
    ...{ outcome: 'value', date: 'value', retainer: 'value', models: 'value' },
    ...{ photos: 'count', xrays: 'count' },
  },
  CaseHandedOver: {},
  CaseArchived: {},
  CaseUnarchived: {},
  PatientErased: {},
  DeliverySet: {},
  TargetSubmitted: submitted,
  TargetExpertReviewed: reviewed,
  TargetDoctorReviewed: reviewed,
  PlanSubmitted: submitted,
  PlanRecalled: {},
  PlanExpertReviewed: reviewed,
  PlanDoctorReviewed: reviewed,
  ReturnedToDesign: {},
  ProductionScheduled: stages,
  BatchFinished: {},
  BatchFailed: {},
  BatchShipped: { shipment: 'value', courier: 'value', quantity: 'value', first: 'value', ...stages },
  ParcelCorrected: { shipment: 'value', courier: 'value' },
  ReceiptConfirmed: { shipment: 'value' },
  ShipmentLost: { shipment: 'value' },
  NextBatchOrdered: {},
  PlanCommented: { list: 'value', comment: 'value', tooth: 'value' },
  CommentReplied: { comment: 'value' },
  CommentResolved: { comment: 'value' },
  CommentReopened: { comment: 'value' },
  ChangeRequested: { list: 'value', change: 'value' },
  ChangeWithdrawn: {},
  RequestsMeasured: {
    list: 'value',
    measured: ['request', 'verdict', 'value', 'wanted', 'before', 'tolerance', 'why'],
  },
  TrayOrdered: { tray: 'value', arch: 'value', reason: 'value' },
  TrayShipped: { tray: 'value', courier: 'value' },
  TrayReceived: { tray: 'value' },
  WearRecorded: { start: 'value', days: 'value' },
  WearHeld: { from: 'value', until: 'value' },
  WearResumed: { on: 'value' },
  WearExtended: { days: 'value' },
  AlignerChanged: { on: 'value', by: 'value' },
  AlignerMissed: { missed: 'value', arch: 'value', reason: 'value', on: 'value' },
  MissedTakenBack: { missed: 'value' },
  MissedSettled: { missed: 'value' },
  WearChecked: { on: 'value', kind: 'value', result: 'value', hours: 'value', next: 'value' },
  RetainerApplied: {
    ...{ retainer: 'value', type: 'value', arch: 'value', fixed: 'value', quantity: 'value' },
    ...{ pontics: 'value', upper: basis, lower: basis, files: 'count' },
  },
  RetainerProduced: { retainer: 'value' },
  RetainerDelivered: { retainer: 'value', courier: 'value' },
  RetainerReceived: { retainer: 'value' },
  ProcessRecorded: { record: 'value', date: 'value', files: 'count' },
  ProcessRemoved: { record: 'value' },
  VisitRecorded: {
    visit: 'value',
    date: 'value',
    ipr: ['between', 'mm'],
    attachments: ['tooth', 'what'],
  },
  VisitRemoved: { visit: 'value' },
  RemarksChanged: {},
  OtherFilesAdded: { files: ['kind'] },
} as const satisfies { [T in CaseEventType]: Line<T> };

type Fields = Readonly<Record<string, unknown>>;

const picked = (value: unknown, names: readonly string[]): unknown => {
  if (Array.isArray(value)) return value.map(item => picked(item, names));
  if (typeof value !== 'object' || value === null) return null;
  const found: Record<string, unknown> = {};
  for (const name of names) if (name in value) found[name] = (value as Fields)[name];
  return found;
};

function extracted(value: unknown, how: Extract): unknown {
  if (how === 'value') return value;
  if (how === 'count') return Array.isArray(value) ? value.length : 0;
  return picked(value, how);
}

// Computed once, because a build calls `factsOfEvent` for every event.
const lines = new Map<string, [string, Extract][]>(
  Object.entries(analystFactsByEventType).map(([type, line]) => [type, Object.entries(line)]),
);

/** One shared empty object, because most events have no facts, and a build folds millions. */
export const noEventFacts: Fields = {};

/** Returns the facts of an event that analysts may read. @throws Error for a type without a line */
export function factsOfEvent({ type, data }: Pick<CaseEvent, 'type' | 'data'>): Fields {
  const line = lines.get(type);
  if (!line) throw new Error(`analysts' facts have no line for ${type}`);
  if (line.length === 0) return noEventFacts;
  const facts: Record<string, unknown> = {};
  for (const [name, how] of line) {
    const value = (data as Fields)[name];
    if (value !== undefined) facts[name] = extracted(value, how);
  }
  return facts;
}
