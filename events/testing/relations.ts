/**
 * All relations of a person to a case, and an independent implementation of lifecycle.md's "Who sees a case". The
 * permission matrix is compared with this implementation, not with the code under test.
 */
import type { PermissionFacts } from '../case/permissions.ts';
import { systemViewer } from '../case/permissions.ts';
import { Status, statusCodes, statusesByGroup, statusesInPhase } from '../case/status.ts';
import type { Viewer } from '../person/position.ts';
import * as people from './people.ts';

export type ViewerRelation = {
  name: string;
  viewer: Viewer;
  /** Facts of the case that define the relation. Default: `factsAt`. */
  facts?: Partial<PermissionFacts>;
  /** The table's actor words that apply to the viewer. */
  words: readonly string[];
};

const designers = { ownerId: people.designer.id, orgId: 'ediy' };

export const viewerRelations: readonly ViewerRelation[] = [
  { name: 'Doctor, owner', viewer: people.doctor, words: ['owner'] },
  { name: 'Doctor, other', viewer: people.doctor2, words: [] },
  { name: 'Assistant, helper', viewer: people.assistant, words: ['helper'] },
  { name: 'Assistant, other', viewer: people.assistant2, words: [] },
  { name: 'Designer, owner', viewer: people.designer, facts: designers, words: ['owner', 'self'] },
  {
    name: 'Designer, owner and assignee',
    viewer: people.designer,
    facts: { ...designers, assigneeId: people.designer.id },
    words: ['owner', 'self', 'assignee'],
  },
  { name: 'Designer, other', viewer: people.designer, words: [] },
  { name: 'Technician, assignee', viewer: people.technician, words: ['Technician', 'assignee'] },
  { name: 'Technician, other', viewer: people.technician2, words: ['Technician'] },
  {
    name: 'Technician, asked',
    viewer: people.technician2,
    facts: { askedBy: people.technician2.id },
    words: ['Technician'],
  },
  { name: 'Specialist', viewer: people.expert, words: ['Specialist'] },
  {
    name: 'Specialist, asked',
    viewer: people.expert,
    facts: { askedBy: people.expert.id },
    words: ['Specialist'],
  },
  { name: 'SuperMechanic', viewer: people.supervisor, words: ['SuperMechanic'] },
  {
    name: 'SuperMechanic, assignee',
    viewer: people.supervisor,
    facts: { assigneeId: people.supervisor.id },
    words: ['SuperMechanic', 'assignee'],
  },
  { name: 'Service', viewer: people.service, words: ['Service'] },
  { name: 'VendorAdmin', viewer: people.vendor, words: ['VendorAdmin'] },
  { name: 'Admin', viewer: people.admin, words: ['Admin'] },
  { name: 'Analyst', viewer: people.analyst, words: [] },
  { name: 'the system', viewer: systemViewer, words: ['system'] },
  { name: 'the patient', viewer: people.patient, words: ['patient'] },
  ...people.strangers.map(viewer => ({ name: `${viewer.position}, other organisation`, viewer, words: [] })),
];

const unassigned: readonly Status[] = [
  ...statusesByGroup.draft,
  Status.ToAccept,
  Status.ToDistribute,
  Status.ModelProcessing,
];
const afterProduction = statusesInPhase('production', 'treatment', 'ended');
const priors: Partial<Record<Status, Status>> = {
  [Status.InfoRequested]: Status.PlanUnderDesign,
  [Status.InRefinement]: Status.AllSent,
  [Status.Suspended]: Status.PlanUnderDesign,
};

/** Facts of a case at a status, with the technician as assignee if the status has one. */
const factsAt = (status: Status): PermissionFacts => ({
  status,
  prior: priors[status] ?? null,
  orgId: 'clinic',
  servedBy: 'main',
  ownerId: people.doctor.id,
  assigneeId: unassigned.includes(status) ? null : people.technician.id,
  askedBy: status === Status.InfoRequested ? people.supervisor.id : null,
  produced: afterProduction.includes(status),
  retained: false,
  archived: false,
  deleted: false,
});

const couldAsk: readonly string[] = ['assignee', 'Technician', 'Specialist', 'SuperMechanic', 'Service'];

/** Facts and actor words of a relation at a status. An asker exists at 11 only, an assignee only at some statuses. */
export function accessFactsAtStatus(
  relation: ViewerRelation,
  status: Status,
): { facts: PermissionFacts; words: readonly string[] } {
  const facts = { ...factsAt(status), ...relation.facts };
  if (status !== Status.InfoRequested) facts.askedBy = null;
  if (unassigned.includes(status)) facts.assigneeId = null;
  const words = relation.words.filter(w => w !== 'assignee' || facts.assigneeId === relation.viewer.id);
  // Without an open request, everybody who could have asked counts as the asker, because the request may just have been
  // answered.
  const asked =
    facts.askedBy === null ? words.some(w => couldAsk.includes(w)) : facts.askedBy === relation.viewer.id;
  return { facts, words: asked ? [...words, 'asker'] : words };
}

/** Whether the viewer sees the case (lifecycle.md, "Who sees a case"). For askers see permissions.ts. */
export function isCaseSeen(words: readonly string[], viewer: Viewer, facts: PermissionFacts): boolean {
  const is = (word: string) => words.includes(word);
  if (is('owner') || is('helper') || is('system') || is('patient')) return true;
  if (viewer.orgId !== facts.servedBy) return false;
  const draft = statusCodes
    .filter(s => s < Status.ToAccept || s === Status.ModelToBeShipped)
    .includes(facts.status);
  if (['Admin', 'Analyst'].includes(viewer.position)) return true;
  if (['Specialist', 'SuperMechanic', 'Service'].includes(viewer.position)) return !draft;
  if (is('Technician'))
    return [facts.assigneeId, facts.askedBy].includes(viewer.id) || facts.status === Status.ModelProcessing;
  return is('VendorAdmin') && (facts.produced || facts.retained);
}
