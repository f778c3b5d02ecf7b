/** Performs every row of the lifecycle table: by each named person, from each status, to each promised status. */
import { describe, expect, it } from 'vitest';
import type { Viewer } from '../person/position.ts';
import { processActions } from '../process/actions.ts';
import { retainerActions } from '../retainer/actions.ts';
import { samplePatient } from '../script/orders.ts';
import { permittedTransitions } from '../testing/lifecycle.ts';
import {
  archivedPast,
  type CasePast,
  caseId,
  parcel,
  pastAt,
  pastPermitting,
  playSteps,
  recordEvents,
  stateOf,
} from '../testing/past.ts';
import * as people from '../testing/people.ts';
import { decisionContext } from '../testing/world.ts';
import { trayActions } from '../tray/actions.ts';
import { wearActions } from '../wear/actions.ts';
import type { CaseState } from './case.ts';
import { actions, decide, type NamedAction, saveSection } from './decider.ts';
import { systemViewer } from './permissions.ts';
import { isAction, rulesOf } from './rules.ts';
import { isStatus, Status } from './status.ts';

const refused = { result: 'refused', note: 'a note' };

/** Further inputs for actions whose example does not reach every promised status. */
const more: Partial<Record<NamedAction, readonly unknown[]>> = {
  answer: [{ files: ['upper-2'] }],
  refinementEnded: [{ childId: 'CHLD22', how: 'deleted' }],
};

const inputsOf = (action: NamedAction): readonly unknown[] => {
  const reviewed = rulesOf(action).some(rule => rule.needs === 'review');
  return [actions[action].example, ...(reviewed ? [refused] : (more[action] ?? []))];
};

const isAside = (action: string) => isAction(action) && rulesOf(action).every(rule => rule.aside);
/** Whether an action concerns trays, wear, retainers or process control, which do not depend on the status. */
const isBeside = (action: string): action is NamedAction =>
  [trayActions, wearActions, retainerActions, processActions].some(family => Object.hasOwn(family, action));
const beside = (action: NamedAction, { status, prior }: CaseState): CaseState => ({
  ...stateOf(pastPermitting(action).past),
  status,
  prior,
});
const recalled = playSteps(pastAt[Status.PlanAwaitingExpert], [
  people.technician,
  'recallPlan',
  { note: 'a note' },
]);
/** Pasts with a plan, for statuses whose usual past has none, because discussions need a plan. */
const afterPlan: Partial<Record<Status, CasePast>> = {
  [Status.PlanUnderDesign]: recalled,
  [Status.InfoRequested]: playSteps(recalled, [people.technician, 'requestInfo', { note: 'a note' }]),
  [Status.Suspended]: playSteps(recalled, [people.technician, 'suspend']),
};

/** Sets `list: 'targets'` at 28 and 29, where a target is under review. */
const ofStatus = (input: unknown, at: Status): unknown =>
  typeof input === 'object' &&
  input !== null &&
  'list' in input &&
  (at === Status.TargetAwaitingExpert || at === Status.TargetAwaitingDoctor)
    ? { ...input, list: 'targets' }
    : input;

/** The usual past of a status, plus further pasts if the row promises statuses that the usual one cannot reach. */
const pasts = (action: string, status: Status): CasePast[] => {
  const usual = pastAt[status];
  if (action === 'modelsPrepared')
    return [
      usual,
      playSteps(pastAt[Status.InfoRequested], [people.doctor, 'answer', { files: ['upper-2'] }]),
    ];
  if (action === 'acceptCase') return [usual, pastAt[Status.ModelProcessing].slice(0, -1)];
  if (action === 'confirmReceipt')
    return [
      usual,
      playSteps(
        pastAt[Status.AwaitingNextBatch],
        [people.doctor, 'nextBatch'],
        [people.vendor, 'scheduleProduction'],
        [people.vendor, 'ship', parcel],
      ),
    ];
  if (action === 'unarchive') return [archivedPast];
  if (isAside(action)) return [afterPlan[status] ?? usual];
  return [usual];
};

const byWord: Record<string, Viewer> = {
  owner: people.doctor,
  helper: people.assistant,
  collaborator: {
    ...{ id: 'p-guest', position: 'Doctor', orgId: 'far', serves: [] },
    guestOf: [{ caseId, ownerId: people.doctor.id, level: 'comments' }],
  },
  asker: people.technician,
  self: people.designer,
  system: systemViewer,
  patient: people.patient,
  Technician: people.technician2,
  Specialist: people.expert,
  SuperMechanic: people.supervisor,
  Service: people.service,
  VendorAdmin: people.vendor,
  Admin: people.admin,
};

/** The person for a word of the table, and the state adjusted so that the word applies to that person. */
function inRole(who: string, state: CaseState): { viewer: Viewer; state: CaseState } {
  if (who === 'self') return { viewer: people.designer, state: { ...state, ownerId: people.designer.id } };
  if (who === 'assignee')
    return { viewer: people.technician, state: { ...state, assigneeId: people.technician.id } };
  // The wear record is at its second aligner, so that the patient can report a change that is due.
  if (who === 'patient' && state.wear)
    return { viewer: people.patient, state: { ...state, wear: { ...state.wear, start: '2025-03-07' } } };
  return { viewer: byWord[who] ?? systemViewer, state };
}

/** Statuses that an action reaches, over every past and input. */
function ways(action: string, from: Status, who: string): Set<string> {
  const reached = new Set<string>();
  for (const past of pasts(action, from)) {
    const { viewer, state: usual } = inRole(who, stateOf(past));
    // People can withdraw only their own requests.
    const requests = usual.requests.map(r => ({ ...r, by: viewer.id }));
    const talked = action === 'withdrawChange' ? { ...usual, requests } : usual;
    const state = isBeside(action) ? inRole(who, beside(action, usual)).state : talked;
    if (!isAction(action)) throw new Error(`no action ${action}`);
    if (action === 'edit') {
      const [saved] = saveSection(
        state,
        'patient',
        { ...samplePatient, remarks: 'x' },
        decisionContext(viewer),
      );
      expect(saved).toMatchObject({ type: 'SectionSaved', data: { to: from } });
      reached.add(from === Status.SupervisorRejected ? '20' : 'draft');
      continue;
    }
    for (const input of inputsOf(action).map(one => ofStatus(one, from))) {
      const events = decide(state, action, input, decisionContext(viewer));
      expect(events).toHaveLength(1);
      const after = stateOf(recordEvents(past, events, viewer.id));
      const to = events[0] && 'to' in events[0].data ? events[0].data.to : from;
      expect(after.status).toBe(to);
      reached.add(after.deleted ? 'gone' : String(to));
    }
  }
  return reached;
}

describe('every row of the lifecycle table reaches its statuses', () => {
  it.each(permittedTransitions.map(a => [`${a.action} at ${a.from} by ${a.who}`, a] as const))(
    '%s',
    (_name, row) => {
      const { action, from, who, to } = row;
      if (!isStatus(from)) throw new Error(`no status ${from}`);
      const promised = to.map(t => (t === 'prior' ? String(stateOf(pastAt[from]).prior) : t));
      expect([...ways(action, from, who)].sort()).toEqual([...new Set(promised)].sort());
    },
  );
});
