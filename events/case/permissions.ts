/** Permissions on a case: its viewers, and the actions of each viewer. Used for the server's refusals and for buttons. */
import type { CollaboratorLevel, Viewer } from '../person/position.ts';
import { shareStreamOf, shareStreamPrefix } from '../share/stream.ts';
import { type Action, type ActionRule, type Actor, actionNames, rulesFrom, rulesOf } from './rules.ts';
import { isDraft, Status } from './status.ts';

/** An owner until an ISO time. */
export type FormerOwner = { id: string; until: string };

/** The facts of a case that viewers' rights depend on. The case's state and its list row both contain them. */
export type PermissionFacts = {
  /** May be absent where no covering colleague's rights are checked. */
  caseId?: string;
  status: Status;
  /** The status that the case returns to; null if the current one has no `returns`. */
  prior: Status | null;
  orgId: string;
  /** The organisation whose staff work on the case. */
  servedBy: string;
  ownerId: string;
  /** Earlier owners, each with the time at which the case was handed over; oldest first. Absent means none. */
  formerOwners?: readonly FormerOwner[];
  assigneeId: string | null;
  /** Id of the person who requested the pending information; `system` after modelsRefused. */
  askedBy: string | null;
  /** The case has reached production once. The manufacturer sees it from then on. */
  produced: boolean;
  /** The case has a retainer order. */
  retained: boolean;
  archived: boolean;
  deleted: boolean;
  /** The patient was erased, so no action is possible. Absent means false. */
  erased?: boolean;
};

/** Returns the facts of a case's state. A new fact that is missing here does not compile. */
export const permissionFactsOf = (s: Required<PermissionFacts>): Required<PermissionFacts> => ({
  caseId: s.caseId,
  status: s.status,
  prior: s.prior,
  orgId: s.orgId,
  servedBy: s.servedBy,
  ownerId: s.ownerId,
  formerOwners: s.formerOwners,
  assigneeId: s.assigneeId,
  askedBy: s.askedBy,
  produced: s.produced,
  retained: s.retained,
  archived: s.archived,
  deleted: s.deleted,
  erased: s.erased,
});

export const systemViewer: Viewer = { id: 'system', position: 'Admin', orgId: '', serves: [] };

/** Returns the viewer who holds a link. Trap: the caller must check that the link belongs to the case. */
export const patientViewer = (shareId: string): Viewer => ({ ...systemViewer, id: shareStreamOf(shareId) });
/** True for the holder of a link; no person's id has this prefix. */
export const isPatientViewer = ({ id }: Pick<Viewer, 'id'>): boolean => id.startsWith(shareStreamPrefix);

/** The facts by which a case belongs to its owner. */
type Owned = Pick<PermissionFacts, 'ownerId' | 'caseId'>;

/**
 * Returns the viewer's role on the doctor's side of a case now: its owner, a colleague who covers for the owner,
 * or the owner's assistant. The only rule for the doctor's side. A cover of a colleague's cases includes no cases
 * that the colleague covers.
 */
export function roleOnDoctorSide(
  viewer: Viewer,
  { ownerId, caseId }: Owned,
): 'owner' | 'cover' | 'helper' | undefined {
  if (ownerId === viewer.id) return 'owner';
  if (viewer.position === 'Assistant') return viewer.serves.includes(ownerId) ? 'helper' : undefined;
  const covers = viewer.covers?.some(
    cover =>
      cover.ownerId === ownerId &&
      (cover.caseIds === null || (caseId !== undefined && cover.caseIds.includes(caseId))),
  );
  return covers ? 'cover' : undefined;
}

/** What the viewer may do on a case as its invited collaborator; undefined if the viewer is none. */
const levelOn = (viewer: Viewer, { ownerId, caseId }: Owned): CollaboratorLevel | undefined =>
  viewer.guestOf?.find(guest => guest.caseId === caseId && guest.ownerId === ownerId)?.level;

/** True if the viewer is the owner, a colleague in the owner's place, or an assistant of the owner. */
export const isOnDoctorSide = (viewer: Viewer, facts: Owned): boolean =>
  roleOnDoctorSide(viewer, facts) !== undefined;

/**
 * Actors who can request information. Without a pending request they count as askers, so a late cancellation is 409,
 * not 403.
 */
const couldAsk = ['assignee', 'Technician', 'Specialist', 'SuperMechanic', 'Service'] as const;

const isWho: { [W in Actor]: (viewer: Viewer, facts: PermissionFacts) => boolean } = {
  owner: (v, f) => ['owner', 'cover'].includes(roleOnDoctorSide(v, f) ?? ''),
  helper: (v, f) => roleOnDoctorSide(v, f) === 'helper' || levelOn(v, f) === 'acts',
  collaborator: (v, f) => ['comments', 'acts'].includes(levelOn(v, f) ?? ''),
  assignee: (v, f) => f.assigneeId === v.id,
  asker: (v, f) => (f.askedBy === null ? couldAsk.some(who => isWho[who](v, f)) : f.askedBy === v.id),
  self: (v, f) => v.position === 'Designer' && f.ownerId === v.id,
  system: v => v.id === 'system',
  patient: isPatientViewer,
  Technician: (v, f) => v.position === 'Technician' && v.orgId === f.servedBy,
  Specialist: (v, f) => v.position === 'Specialist' && v.orgId === f.servedBy,
  SuperMechanic: (v, f) => v.position === 'SuperMechanic' && v.orgId === f.servedBy,
  Service: (v, f) => v.position === 'Service' && v.orgId === f.servedBy,
  VendorAdmin: (v, f) => v.position === 'VendorAdmin' && v.orgId === f.servedBy,
  Admin: (v, f) => v.position === 'Admin' && v.orgId === f.servedBy,
};

// Cast: Object.keys forgets the type of the keys.
const actorNames = Object.keys(isWho) as Actor[];

const conditions: { [C in NonNullable<ActionRule['when']>]: (f: PermissionFacts) => boolean } = {
  'not after modelsRefused': f => f.askedBy !== 'system',
  archived: f => f.archived,
  'not archived': f => !f.archived,
};

/** True if the viewer sees the case (lifecycle.md, "Who sees a case"). */
export function seesCase(viewer: Viewer, facts: PermissionFacts): boolean {
  if (viewer.id === 'system' || isPatientViewer(viewer)) return true;
  if (facts.deleted) return false;
  if (isOnDoctorSide(viewer, facts) || levelOn(viewer, facts)) return true;
  if (viewer.orgId !== facts.servedBy) return false;
  switch (viewer.position) {
    case 'Admin':
    case 'Analyst':
      return true;
    case 'Specialist':
    case 'SuperMechanic':
    case 'Service':
      return !isDraft(facts.status);
    case 'Technician':
      // A technician who requested information about models sees the case until the answer, to cancel the request.
      return [facts.assigneeId, facts.askedBy].includes(viewer.id) || facts.status === Status.ModelProcessing;
    case 'VendorAdmin':
      return facts.produced || facts.retained;
    case 'Doctor':
    case 'Assistant':
    case 'Designer':
      return false;
    default:
      return viewer.position satisfies never;
  }
}

/** True if the viewer is one of these actors. */
export const isOneOfActors = (by: readonly Actor[], viewer: Viewer, facts: PermissionFacts) =>
  by.some(who => isWho[who](viewer, facts));
/** The actors that a viewer is on a case: as whom they act. */
export const actorsOf = (viewer: Viewer, facts: PermissionFacts): Actor[] =>
  actorNames.filter(who => isWho[who](viewer, facts));
/** True if the rule starts from the case's status and its condition is met. */
export const ruleApplies = (rule: ActionRule, facts: PermissionFacts) =>
  rule.from.includes(facts.status) && (!rule.when || conditions[rule.when](facts));

/** `yes`, or the reason in the order of refusals: unseen, never this viewer's right, not at this status. */
export type PermissionVerdict = 'yes' | 'unseen' | 'never' | 'notNow';

/** Decides whether the viewer may take the action now. An Analyst may take none, even on a related case. */
export function permissionFor(viewer: Viewer, action: Action, facts: PermissionFacts): PermissionVerdict {
  if (!seesCase(viewer, facts)) return 'unseen';
  if (viewer.position === 'Analyst') return 'never';
  const mine = rulesOf(action).filter(rule => isOneOfActors(rule.by, viewer, facts));
  if (mine.length === 0) return 'never';
  return !facts.erased && mine.some(rule => ruleApplies(rule, facts)) ? 'yes' : 'notNow';
}

/** Returns the actions that a list offers to the viewer now, in the table's order. */
export function listActionsFor(viewer: Viewer, facts: PermissionFacts): Action[] {
  if (viewer.position === 'Analyst' || facts.erased || !seesCase(viewer, facts)) return [];
  const open = rulesFrom(facts.status).filter(
    ([, rule]) => !rule.aside && ruleApplies(rule, facts) && isOneOfActors(rule.by, viewer, facts),
  );
  return [...new Set(open.map(([action]) => action))];
}

/** True if the case waits for the viewer (the tab "Action required"). It waits for its own side, not for collaborators. */
export function isWaitingForViewer(viewer: Viewer, facts: PermissionFacts): boolean {
  if (levelOn(viewer, facts) && !isOnDoctorSide(viewer, facts)) return false;
  return (
    seesCase(viewer, facts) && !facts.archived && waitingActors(facts).some(who => isWho[who](viewer, facts))
  );
}

/** Returns the actors for whom the case waits. */
export function waitingActors(facts: PermissionFacts): Actor[] {
  const found = new Set<Actor>();
  if (facts.erased) return [];
  for (const [, rule] of rulesFrom(facts.status))
    if (ruleApplies(rule, facts)) for (const who of rule.waits ?? []) found.add(who);
  return [...found];
}

const everBy: { [P in Viewer['position']]: readonly Actor[] } = {
  Doctor: ['owner'],
  Assistant: ['helper'],
  Technician: ['assignee', 'asker', 'Technician'],
  Specialist: ['asker', 'Specialist'],
  SuperMechanic: ['assignee', 'asker', 'SuperMechanic'],
  Service: ['asker', 'Service'],
  VendorAdmin: ['VendorAdmin'],
  Designer: ['owner', 'assignee', 'asker', 'self'],
  Admin: ['Admin'],
  Analyst: [],
};

/** Returns the actions that a position may ever take, for the button rights. */
export function actionsEverAllowed(position: Viewer['position']): Action[] {
  return actionNames.filter(action =>
    rulesOf(action).some(rule => rule.by.some(w => everBy[position].includes(w))),
  );
}
