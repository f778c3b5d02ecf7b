/** The next step of a case: the lead action of a person, and the people who act next. */
import type { Position, Viewer } from '../person/position.ts';
import {
  isOneOfActors,
  type PermissionFacts,
  permissionFor,
  ruleApplies,
  waitingActors,
} from './permissions.ts';
import { type Action, type Actor, leadActionsByStatus, rulesFrom, statusButtons } from './rules.ts';

/** Facts for the first button of a case. `wearDue`: aligners were received, but there is no wear record. */
export type LeadActionFacts = PermissionFacts & { wearDue: boolean };

const conditions: {
  [C in NonNullable<(typeof leadActionsByStatus)[number]['when']>]: (facts: LeadActionFacts) => boolean;
} = {
  'wear due': facts => facts.wearDue,
};

/** Returns the action shown before the specification's buttons for this person; null if there is none. */
export function leadActionOf(viewer: Viewer, facts: LeadActionFacts): Action | null {
  const lead = leadActionsByStatus.find(
    ({ from, action, when }) =>
      from.includes(facts.status) &&
      (!when || conditions[when](facts)) &&
      permissionFor(viewer, action, facts) === 'yes',
  );
  return lead?.action ?? null;
}

/** Positions whose holders are interchangeable: any one of them may act. */
type Staff = Extract<Actor, Position>;
/** The next actors: by relation to the case, by position, or the server alone. */
export type NextActor = 'owner' | 'assignee' | Staff | 'system';

/** The handler behind each relation; null if another relation names the same person. */
const handlerOf: Record<Actor, NextActor | null> = {
  owner: 'owner',
  // An assistant acts for the owner, who is named.
  helper: null,
  collaborator: null,
  assignee: 'assignee',
  asker: null,
  self: null,
  patient: null,
  system: 'system',
  Technician: 'Technician',
  Specialist: 'Specialist',
  SuperMechanic: 'SuperMechanic',
  Service: 'Service',
  VendorAdmin: 'VendorAdmin',
  Admin: null,
};

/** Returns who may act now: the people for whom the case waits, else those with a button, else the server. */
function actorsOf(facts: PermissionFacts): readonly Actor[] {
  if (facts.erased || facts.deleted || facts.archived) return [];
  const waits = waitingActors(facts);
  if (waits.length > 0) return waits;
  const open = rulesFrom(facts.status).filter(([, rule]) => !rule.aside && ruleApplies(rule, facts));
  const named = statusButtons[facts.status] ?? [];
  const pressed = open.filter(([action]) => named.includes(action));
  // The refinement case ends this status; no person acts on its parent.
  const own = open.filter(([, rule]) => rule.by.every(who => who === 'system') && !rule.to.includes('prior'));
  return (pressed.length > 0 ? pressed : own).flatMap(([, rule]) => rule.by);
}

/** Returns the next actors of a case from the rule table; empty for completed, archived and erased cases. */
export function nextActorsOf(facts: PermissionFacts): NextActor[] {
  const found = actorsOf(facts)
    .map(who => handlerOf[who])
    .filter(handler => handler !== null)
    .filter(handler => handler !== 'assignee' || facts.assigneeId !== null);
  return [...new Set(found)];
}

/** True if this person is among the next actors. */
export function isNextActor(viewer: Viewer, facts: PermissionFacts): boolean {
  return viewer.position !== 'Analyst' && isOneOfActors(actorsOf(facts), viewer, facts);
}
