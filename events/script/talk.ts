/** What is said of plans in a walk: comments, requests and what a later version makes of them. */
import type { CaseState } from '../case/case.ts';
import type { NamedAction } from '../case/decider.ts';
import { Status } from '#events/case/status.ts';
import { isOpen } from '../plan/discussion.ts';
import type { VersionList } from '../plan/discussion-events.ts';
import { TEETH } from '../tooth/fdi.ts';
import type { Hand } from './inputs.ts';

const listOf = (s: CaseState): VersionList =>
  s.status === Status.TargetAwaitingExpert || s.status === Status.TargetAwaitingDoctor || s.plans.length === 0
    ? 'targets'
    : 'plans';

/** The newest version; 1 where there is none: that is refused, and the walk goes on. */
const versionOf = (s: CaseState) => ({ list: listOf(s), version: s[listOf(s)].at(-1)?.version ?? 1 });

/** Any of those there are; one that is none where there are none. */
const one = (list: readonly unknown[], { random }: Hand) => 1 + random.below(Math.max(1, list.length));

function comment(s: CaseState, { random }: Hand) {
  const pinned = random.chance(0.6) ? { tooth: random.pick(TEETH), place: [0.5, 3, -1] } : {};
  return { ...versionOf(s), stage: random.below(3), ...pinned, note: '12 先就位。' };
}

function request(s: CaseState, { random }: Hand) {
  const tooth = random.pick(TEETH);
  const change = random.pick([
    { what: 'movement', tooth, axis: 'rotation', kind: 'total', amount: 1 + random.below(30) },
    { what: 'movement', tooth, axis: 'extrusion', kind: 'by', amount: -0.5 },
    { what: 'attachment', tooth, on: random.chance(0.5) },
    { what: 'ipr', contact: '11-21', mm: 0 },
  ]);
  return { version: versionOf(s).version, change, ...(random.chance(0.5) ? { note: '请调整。' } : {}) };
}

/** As the effect measures: what is open and was asked of another version. */
function measured(s: CaseState, { random }: Hand) {
  const { list, version } = versionOf(s);
  const asked = s.requests.filter(r => isOpen(r) && !(r.list === list && r.version === version));
  const all = asked.map(r => {
    const verdict = random.pick(['met', 'partly', 'not'] as const);
    const numbers = { value: 1, wanted: 2, before: 0, tolerance: 0.1 };
    return { request: r.request, verdict, ...numbers, why: null };
  });
  return { list, version, measured: all };
}

type Inputs = { [A in NamedAction]?: (s: CaseState, hand: Hand) => unknown };

export const talk: Inputs = {
  commentPlan: comment,
  replyComment: (s, hand) => ({ comment: one(s.comments, hand), note: '好的。' }),
  resolveComment: (s, hand) => ({ comment: one(s.comments, hand) }),
  reopenComment: (s, hand) => ({ comment: one(s.comments, hand) }),
  requestChange: request,
  withdrawChange: (s, hand) => ({ request: one(s.requests, hand) }),
  requestsMeasured: measured,
};
