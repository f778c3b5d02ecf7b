/** Who is told of what: a table of events and their audiences. Whoever acted is not told of the own act. */
import type { CaseState } from '#events/case/case.ts';
import type { CaseEvent, CaseEventType } from '#events/case/stream.ts';
import { helpersOf, staffOf } from '../people/row.ts';
import type { Reader } from '../view.ts';

/** `assignee` and `asker` are the case's before the event, `named` the one that the event assigns. */
export type Audience =
  | 'owner'
  | 'helpers'
  | 'assignee'
  | 'asker'
  | 'named'
  | 'Specialist'
  | 'SuperMechanic'
  | 'Service'
  | 'VendorAdmin';

type Told = readonly Audience[] | ((e: CaseEvent, before: CaseState) => readonly Audience[]);

const own = ['owner', 'helpers'] as const;
const nobody = [] as const;
const reaches = (e: CaseEvent, status: number) => 'to' in e.data && e.data.to === status;

/** Every event has its line: what nobody is told of says so. */
export const told: Record<CaseEventType, Told> = {
  CaseCreated: nobody,
  SectionSaved: nobody,
  FileAttached: nobody,
  FileRemoved: nobody,
  DraftDeleted: nobody,
  CaseSubmitted: ['SuperMechanic', 'Service'],
  CaseWithdrawn: ['SuperMechanic', 'Service'],
  CaseAccepted: own,
  CaseDenied: [...own, 'assignee'],
  ModelsPrepared: e => (reaches(e, 21) ? ['SuperMechanic'] : ['assignee']),
  ModelsRefused: own,
  ScansRecorded: own,
  InfoRequested: own,
  InfoAnswered: ['asker', 'assignee'],
  RequestCancelled: own,
  CaseSuspended: [...own, 'assignee'],
  CaseContinued: [...own, 'assignee'],
  CaseTaken: own,
  CaseAllocated: ['named'],
  CaseReassigned: ['named', 'assignee'],
  RefinementOpened: ['SuperMechanic'],
  RefinementEnded: own,
  CaseCompleted: ['assignee', 'SuperMechanic'],
  CaseArchived: nobody,
  CaseUnarchived: nobody,
  TargetSubmitted: ['Specialist'],
  TargetExpertReviewed: e => (reaches(e, 29) ? [...own, 'assignee'] : ['assignee']),
  TargetDoctorReviewed: ['assignee'],
  PlanSubmitted: ['Specialist'],
  PlanRecalled: (_e, before) => (before.status === 15 ? own : ['Specialist']),
  PlanExpertReviewed: e => (reaches(e, 15) ? [...own, 'assignee'] : ['assignee']),
  PlanDoctorReviewed: e => (reaches(e, 16) ? ['assignee', 'VendorAdmin'] : ['assignee', 'Specialist']),
  ReturnedToDesign: [...own, 'assignee'],
  ProductionScheduled: own,
  BatchFailed: own,
  BatchShipped: own,
  ReceiptConfirmed: ['VendorAdmin'],
  ShipmentLost: ['VendorAdmin'],
  NextBatchOrdered: ['VendorAdmin'],
};

type Find = (s: CaseState, e: CaseEvent, read: Reader) => readonly (string | null)[];

const staff =
  (position: 'Specialist' | 'SuperMechanic' | 'Service' | 'VendorAdmin'): Find =>
  (s, _e, read) =>
    staffOf(read, s.servedBy, position);

const find: Record<Audience, Find> = {
  owner: s => [s.ownerId],
  helpers: (s, _e, read) => helpersOf(read, s.ownerId),
  assignee: s => [s.assigneeId],
  asker: s => [s.askedBy],
  named: (_s, e) => ['assigneeId' in e.data ? e.data.assigneeId : null],
  Specialist: staff('Specialist'),
  SuperMechanic: staff('SuperMechanic'),
  Service: staff('Service'),
  VendorAdmin: staff('VendorAdmin'),
};

/** The people who are told, each once, in the table's order. `before` is the case before the event. */
export function toldOf(e: CaseEvent, by: string, before: CaseState | undefined, read: Reader): string[] {
  if (!before) return [];
  const entry = told[e.type];
  const audiences = typeof entry === 'function' ? entry(e, before) : entry;
  const people = new Set<string>();
  for (const audience of audiences)
    for (const id of find[audience](before, e, read))
      if (id !== null && id !== by && id !== 'system') people.add(id);
  return [...people];
}
