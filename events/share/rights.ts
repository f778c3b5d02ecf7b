/** Who makes links of a case, who takes them back, who sees that there are any. Whoever is not named does not. */
import { anyWho, type Facts, sees } from '../case/may.ts';
import { casePages } from '../case/pages.ts';
import type { Who } from '../case/rules.ts';
import type { Position, Viewer } from '../person/position.ts';
import { type Audience, audiences } from './events.ts';

type ShareRule = { makes: readonly Audience[]; revokes: 'any' | 'own' };

const treating: ShareRule = { makes: audiences, revokes: 'any' };
/** Those who work on it ask each other, never the patient. */
const working: ShareRule = { makes: ['colleague'], revokes: 'own' };

export const shareRules = {
  owner: treating,
  helper: treating,
  assignee: working,
  Specialist: working,
  SuperMechanic: working,
  Service: working,
} as const satisfies Partial<Record<Who, ShareRule>>;

const rules = Object.entries(shareRules) as [keyof typeof shareRules, ShareRule][];

const rulesFor = (viewer: Viewer, facts: Facts): ShareRule[] =>
  sees(viewer, facts) && viewer.position !== 'Analyst'
    ? rules.flatMap(([who, rule]) => (anyWho([who], viewer, facts) ? [rule] : []))
    : [];

/** For whom this person may make links of this case now; empty for nobody. */
export function audiencesFor(viewer: Viewer, facts: Facts): Audience[] {
  const mine = rulesFor(viewer, facts);
  return audiences.filter(audience => mine.some(rule => rule.makes.includes(audience)));
}

/** True where this person is of those who treat: every link of the case is theirs to see and to take back. */
export const keepsShares = (viewer: Viewer, facts: Facts): boolean =>
  rulesFor(viewer, facts).some(rule => rule.revokes === 'any');

/** Who sees a link's own address sees what it opens: those who treat, and who made it. */
export const ownsShare = (viewer: Viewer, facts: Facts, by: string): boolean =>
  keepsShares(viewer, facts) || (viewer.id === by && rulesFor(viewer, facts).length > 0);

/** Owners of a link take it back; so does an Admin who sees the case, for a link that has leaked. */
export const revokesShare = (viewer: Viewer, facts: Facts, by: string): boolean =>
  ownsShare(viewer, facts, by) || (viewer.position === 'Admin' && seesShares(viewer, facts));

/** Who sees that there are links, and how often they were opened. */
export const seesShares = (viewer: Viewer, facts: Facts): boolean =>
  sees(viewer, facts) && (casePages.planLinks.positions as readonly Position[]).includes(viewer.position);
