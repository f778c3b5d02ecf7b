/** Permissions for a case's share links: creating, revoking and seeing links. Positions not listed have none. */

import { casePageRules } from '../case/pages.ts';
import { isOneOfActors, type PermissionFacts, seesCase } from '../case/permissions.ts';
import type { Actor } from '../case/rules.ts';
import type { Position, Viewer } from '../person/position.ts';
import { type ShareAudience, shareAudiences } from './events.ts';

type ShareRule = { makes: readonly ShareAudience[]; revokes: 'any' | 'own' };

const treating: ShareRule = { makes: shareAudiences, revokes: 'any' };
/** Rule for staff who work on the case: links for colleagues only, never for the patient. */
const working: ShareRule = { makes: ['colleague'], revokes: 'own' };

const shareRules = {
  owner: treating,
  helper: treating,
  assignee: working,
  Specialist: working,
  SuperMechanic: working,
  Service: working,
} as const satisfies Partial<Record<Actor, ShareRule>>;

const rules = Object.entries(shareRules) as [keyof typeof shareRules, ShareRule][];

const rulesFor = (viewer: Viewer, facts: PermissionFacts): ShareRule[] =>
  seesCase(viewer, facts) && viewer.position !== 'Analyst'
    ? rules.flatMap(([who, rule]) => (isOneOfActors([who], viewer, facts) ? [rule] : []))
    : [];

/** Audiences for which this person may create links of this case now; empty for none. */
export function audiencesFor(viewer: Viewer, facts: PermissionFacts): ShareAudience[] {
  const mine = rulesFor(viewer, facts);
  return shareAudiences.filter(audience => mine.some(rule => rule.makes.includes(audience)));
}

/** Whether this person treats the case, and so sees and revokes every link of the case. */
export const isTreatingCase = (viewer: Viewer, facts: PermissionFacts): boolean =>
  rulesFor(viewer, facts).some(rule => rule.revokes === 'any');

/** Whether this person sees a link's address, and so its content: the treating people, and its creator. */
export const maySeeShareAddress = (viewer: Viewer, facts: PermissionFacts, by: string): boolean =>
  isTreatingCase(viewer, facts) || (viewer.id === by && rulesFor(viewer, facts).length > 0);

/** Whether this person may revoke a link: its owners, and an Admin who sees the case, for a leaked link. */
export const mayRevokeShare = (viewer: Viewer, facts: PermissionFacts, by: string): boolean =>
  maySeeShareAddress(viewer, facts, by) || (viewer.position === 'Admin' && maySeeShares(viewer, facts));

/** Whether this person sees that there are links, and how often they were opened. */
export const maySeeShares = (viewer: Viewer, facts: PermissionFacts): boolean =>
  seesCase(viewer, facts) &&
  (casePageRules.planLinks.positions as readonly Position[]).includes(viewer.position);
