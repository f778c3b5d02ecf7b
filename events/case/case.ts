/** The state of a case: a fold over its stream. One fold serves the decider, the pages and `may`. */
import { type CaseDiscussionState, evolveDiscussion, noDiscussion } from '../plan/discussion.ts';
import { type CasePlansState, evolvePlans, noPlans } from '../plan/plan.ts';
import { type CaseProcessState, evolveProcess, noProcess } from '../process/process.ts';
import { type CaseRetainersState, evolveRetainers, noRetainers } from '../retainer/retainer.ts';
import { type CaseShipmentsState, evolveShipments, noShipments } from '../shipment/shipment.ts';
import { type CaseTraysState, evolveTrays, noTrays } from '../tray/tray.ts';
import { type CaseWearState, evolveWear, noWear } from '../wear/wear.ts';
import type { Defect } from './events.ts';
import { applySlotMoves, type CaseFile, type CaseFileFacts } from './files.ts';
import type { FormerOwner, PermissionFacts } from './permissions.ts';
import type { Reason } from './reasons.ts';
import type { Sections } from './sections.ts';
import { Status, statuses } from './status.ts';
import { type CaseEvent, type CaseEventOf, isCaseEventType } from './stream.ts';

/** Version of the state's shape. A stored state of another version is folded again from its events. */
export const caseStateVersion = 10;

/** `reasons`: empty if none were given. Older events have none. */
type InfoRequest = { by: string; at: string; note: string | null; reasons: Reason[]; defects: Defect[] };
type Completion = Omit<CaseEventOf<'CaseCompleted'>['data'], 'to' | 'photos' | 'xrays'> & {
  photos: CaseFile[];
  xrays: CaseFile[];
  at: string;
};

export type CaseState = PermissionFacts &
  CasePlansState &
  CaseShipmentsState &
  CaseDiscussionState &
  CaseTraysState &
  CaseWearState &
  CaseRetainersState &
  CaseProcessState & {
    caseId: string;
    formerOwners: readonly FormerOwner[];
    parentId: string | null;
    /** Case id of the current or last refinement. */
    childId: string | null;
    createdAt: string;
    createdBy: string;
    submittedAt: string | null;
    updatedAt: string;
    sections: Sections;
    /** The last save of each section; the ETag derives from its revision. */
    saved: Partial<Record<keyof Sections, { at: string; by: string; revision: number }>>;
    files: CaseFile[];
    models: CaseEventOf<'ModelsPrepared'>['data']['models'];
    request: InfoRequest | null;
    /** Why the case was rejected. */
    denial: { by: string; at: string; note: string; reasons: Reason[] } | null;
    refineReason: string | null;
    /** Keyed reasons of the refinement. */
    refineReasons: Reason[];
    completion: Completion | null;
    /** Revision of the last event folded, and its position as a decimal string. */
    revision: number;
    /** True once the patient was erased, or the patient's key was deleted. */
    erased: boolean;
  };

type Where = { by: string; at: string };
/** The parts of a recorded event that `evolveCase` needs. */
export type CaseRecord = CaseEvent & Where & { revision: number; erased?: boolean };

/** The state before the first event. */
export const initialCaseState: CaseState = {
  caseId: '',
  status: Status.ClinicalInfoIncomplete,
  prior: null,
  orgId: '',
  servedBy: '',
  ownerId: '',
  formerOwners: [],
  assigneeId: null,
  askedBy: null,
  produced: false,
  retained: false,
  archived: false,
  deleted: false,
  parentId: null,
  childId: null,
  createdAt: '',
  createdBy: '',
  submittedAt: null,
  updatedAt: '',
  sections: { patient: {}, diagnosis: {}, prescription: {}, markers: {}, data: {} },
  saved: {},
  files: [],
  models: [],
  request: null,
  denial: null,
  refineReason: null,
  refineReasons: [],
  completion: null,
  revision: -1,
  erased: false,
  ...noPlans,
  ...noShipments,
  ...noDiscussion,
  ...noTrays,
  ...noWear,
  ...noRetainers,
  ...noProcess,
};

const named = (files: CaseFileFacts[], names: Record<string, string>, where: Where): CaseFile[] =>
  files.map(f => ({ ...f, by: where.by, at: where.at, name: names[f.id] ?? '' }));

/** Replaces the file of the same slot; adds files without one. No event holds two files for one slot. */
function attach(files: CaseFile[], more: CaseFile[]): CaseFile[] {
  const taken = (f: CaseFile) => more.some(m => (f.slot !== null && m.slot === f.slot) || m.id === f.id);
  return [...files.filter(f => !taken(f)), ...more];
}

/** State change for each lifecycle event. `evolveCase` copies the status for all of them. */
const changes: {
  [T in CaseEvent['type']]?: (
    s: CaseState,
    e: CaseEventOf<T>,
    where: Where & { revision: number },
  ) => Partial<CaseState>;
} = {
  CaseCreated: (_s, e, w) => {
    const { to: _to, ...facts } = e.data;
    return { ...facts, createdAt: w.at, createdBy: w.by };
  },
  SectionSaved: (s, e, w) => ({
    sections: { ...s.sections, [e.data.section]: e.personal.value[e.data.section] ?? {} },
    saved: { ...s.saved, [e.data.section]: { at: w.at, by: w.by, revision: w.revision } },
  }),
  FileAttached: (s, e, w) => ({
    files: attach(s.files, named([e.data.file], { [e.data.file.id]: e.personal.name }, w)),
  }),
  FileRemoved: (s, e) => ({ files: s.files.filter(f => f.id !== e.data.fileId) }),
  FilesMoved: (s, e) => ({ files: applySlotMoves(s.files, e.data.places) }),
  DraftDeleted: () => ({ deleted: true }),
  CaseSubmitted: (_s, _e, w) => ({ submittedAt: w.at, denial: null }),
  CaseWithdrawn: () => ({ submittedAt: null }),
  CaseDenied: (_s, e, w) => {
    const { reasons = [] } = e.data;
    return { assigneeId: null, denial: { by: w.by, at: w.at, note: e.personal.note, reasons } };
  },
  ModelsPrepared: (_s, e) => ({ models: e.data.models }),
  ModelsRefused: (_s, e, w) => ({
    askedBy: 'system',
    request: { by: w.by, at: w.at, note: null, reasons: [], defects: e.data.defects },
  }),
  ScansRecorded: (s, e, w) => ({ files: attach(s.files, named(e.data.files, e.personal.names, w)) }),
  InfoRequested: (_s, e, w) => {
    const { reasons = [] } = e.data;
    return { askedBy: w.by, request: { by: w.by, at: w.at, note: e.personal.note, reasons, defects: [] } };
  },
  InfoAnswered: (s, e, w) => ({
    askedBy: null,
    request: null,
    files: attach(s.files, named(e.data.files, e.personal.names ?? {}, w)),
  }),
  RequestCancelled: () => ({ askedBy: null, request: null }),
  CaseTaken: (_s, e) => ({ assigneeId: e.data.assigneeId }),
  CaseAllocated: (_s, e) => ({ assigneeId: e.data.assigneeId }),
  CaseReassigned: (_s, e) => ({ assigneeId: e.data.assigneeId }),
  PlanDoctorReviewed: (s, e) => ({ produced: s.produced || e.data.to === Status.PrepareProduction }),
  RefinementOpened: (_s, e) => {
    const { childId, reasons = [] } = e.data;
    return { childId, refineReason: e.personal.reason, refineReasons: reasons };
  },
  RefinementEnded: (s, e) =>
    e.data.how === 'deleted'
      ? { childId: null, refineReason: null, refineReasons: [] }
      : { childId: s.childId },
  CaseCompleted: (_s, e, w) => {
    const { outcome, date, retainer, models } = e.data;
    const of = (files: CaseFileFacts[]) => named(files, e.personal.names, w);
    return {
      completion: {
        outcome,
        date,
        retainer,
        models,
        photos: of(e.data.photos),
        xrays: of(e.data.xrays),
        at: w.at,
      },
    };
  },
  DeliverySet: (s, { personal: { address } }, w) => {
    const { deliveryAddress: _before, ...data } = s.sections.data;
    return {
      sections: { ...s.sections, data: address ? { ...data, deliveryAddress: address } : data },
      saved: { ...s.saved, data: { at: w.at, by: w.by, revision: w.revision } },
    };
  },
  RetainerApplied: () => ({ retained: true }),
  CaseHandedOver: (s, e, w) => ({
    ownerId: e.data.ownerId,
    formerOwners: [...s.formerOwners, { id: s.ownerId, until: w.at }],
  }),
  CaseArchived: () => ({ archived: true }),
  CaseUnarchived: () => ({ archived: false }),
};

function moved(s: CaseState, to: Status): Pick<CaseState, 'status' | 'prior'> {
  if (to === s.status) return { status: to, prior: s.prior };
  return { status: to, prior: statuses[to].returns ? s.status : null };
}

/**
 * Returns the state after one event. Copies the status from the event (`to`) and never recomputes it, so that a changed
 * rule does not change history. Ignores events that the state already contains, by revision.
 */
export function evolveCase(s: CaseState, e: CaseRecord): CaseState {
  if (e.revision <= s.revision) return s;
  const where = { by: e.by, at: e.at, revision: e.revision };
  // Cast: the table is keyed by type, so the change fits the event, which TypeScript cannot infer for a union.
  const change = changes[e.type] as
    | ((s: CaseState, e: CaseEvent, w: typeof where) => Partial<CaseState>)
    | undefined;
  const to = 'to' in e.data ? e.data.to : s.status;
  // Trap: a fold returns its whole argument if nothing changes, which is the case's state here. So each part is picked
  // by name.
  const { plans, targets } = evolvePlans(s, e, where);
  const { comments, requests } = evolveDiscussion(s, e, where);
  const { batches, batch, shipments, sent } = evolveShipments(s, e, where);
  const { trays } = evolveTrays(s, e, where);
  const { wear, checks, missed } = evolveWear(s, e, where);
  const { retainers } = evolveRetainers(s, e, where);
  const { records, visits, remarks, otherFiles, recordsMade, visitsMade } = evolveProcess(s, e, where);
  return {
    ...s,
    plans,
    targets,
    batches,
    batch,
    shipments,
    sent,
    comments,
    requests,
    trays,
    wear,
    checks,
    missed,
    retainers,
    records,
    visits,
    remarks,
    otherFiles,
    recordsMade,
    visitsMade,
    ...change?.(s, e, where),
    ...moved(s, to),
    updatedAt: e.at,
    revision: e.revision,
    erased: s.erased || e.erased === true || e.type === 'PatientErased',
  };
}

/** Folds a case's events onto a state. @throws Error on an unknown event type, which must not be skipped */
export function foldCase(from: CaseState, events: Iterable<CaseRecord>): CaseState {
  let state = from;
  for (const e of events) {
    if (!isCaseEventType(e.type)) throw new Error(`unknown event ${String(e.type)} in a case's stream`);
    state = evolveCase(state, e);
  }
  return state;
}
