/**
 * Everybody who may stand in some relation to a case, and lifecycle.md's "Who sees a case" worked out a second time,
 * from its own words: the matrix is held against this, not against the code that it tests.
 */
import type { Facts } from '../case/may.ts';
import { systemViewer } from '../case/may.ts';
import { atStage, groups, Status, statusCodes } from '../case/status.ts';
import type { Viewer } from '../person/position.ts';
import * as people from './people.ts';

export type Relation = {
  name: string;
  viewer: Viewer;
  /** What of the case makes it so; the rest as in `factsAt`. */
  facts?: Partial<Facts>;
  /** The words of the table that hold for them. */
  words: readonly string[];
};

const designers = { ownerId: people.designer.id, orgId: 'ediy' };

export const relations: readonly Relation[] = [
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
  ...groups.draft,
  Status.ToAccept,
  Status.ToDistribute,
  Status.ModelProcessing,
];
const afterProduction = atStage('production', 'treatment', 'ended');
const priors: Partial<Record<Status, Status>> = {
  [Status.InfoRequested]: Status.PlanUnderDesign,
  [Status.InRefinement]: Status.AllSent,
  [Status.Suspended]: Status.PlanUnderDesign,
};

/** A case at a status, assigned to the technician where a case there has an assignee. */
const factsAt = (status: Status): Facts => ({
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

/** What this relation meets at a status: somebody asks at 11 only, and designs only where there is a designer. */
export function met(relation: Relation, status: Status): { facts: Facts; words: readonly string[] } {
  const facts = { ...factsAt(status), ...relation.facts };
  if (status !== Status.InfoRequested) facts.askedBy = null;
  if (unassigned.includes(status)) facts.assigneeId = null;
  const words = relation.words.filter(w => w !== 'assignee' || facts.assigneeId === relation.viewer.id);
  // A request that was answered a moment ago is a lost race for whoever could have asked it.
  const asked =
    facts.askedBy === null ? words.some(w => couldAsk.includes(w)) : facts.askedBy === relation.viewer.id;
  return { facts, words: asked ? [...words, 'asker'] : words };
}

/** lifecycle.md, "Who sees a case"; of those who asked, see may.ts. */
export function isSeen(words: readonly string[], viewer: Viewer, facts: Facts): boolean {
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
