/** Inputs of a plan's discussion: comments, change requests, and their check against a later version. */
import { Status } from '../case/status.ts';
import { isOpenChangeRequest } from '../plan/discussion.ts';
import type { VersionListName } from '../plan/discussion-events.ts';
import { TEETH } from '../tooth/fdi.ts';
import type { ActionInputFacts, InputChanges, InputChoices } from './inputs.ts';

const listOf = (s: ActionInputFacts): VersionListName =>
  s.status === Status.TargetAwaitingExpert || s.status === Status.TargetAwaitingDoctor || s.plans.length === 0
    ? 'targets'
    : 'plans';

/** Returns the newest version; 1 without any version, which the action refuses. */
const versionOf = (s: ActionInputFacts) => ({ list: listOf(s), version: s[listOf(s)].at(-1)?.version ?? 1 });

/** Returns a random number of an entry of the list; 1 for an empty list, which the action refuses. */
const one = (list: readonly unknown[], { random }: InputChoices) =>
  1 + random.below(Math.max(1, list.length));

function comment(s: ActionInputFacts, { random }: InputChoices) {
  const pinned = random.chance(0.6)
    ? { tooth: random.pick(TEETH), place: [0.5, 3, -1] }
    : { tooth: undefined, place: undefined };
  return { ...versionOf(s), stage: random.below(3), ...pinned };
}

function request(s: ActionInputFacts, { random }: InputChoices) {
  const tooth = random.pick(TEETH);
  const change = random.pick([
    { what: 'movement', tooth, axis: 'rotation', kind: 'total', amount: 1 + random.below(30) },
    { what: 'movement', tooth, axis: 'extrusion', kind: 'by', amount: -0.5 },
    { what: 'attachment', tooth, on: random.chance(0.5) },
    { what: 'ipr', contact: '11-21', mm: 0 },
  ]);
  return { version: versionOf(s).version, change, note: random.chance(0.5) ? '请调整。' : undefined };
}

/** Measures every open request made on another version, like the effect. */
function measured(s: ActionInputFacts, { random }: InputChoices) {
  const { list, version } = versionOf(s);
  const asked = s.requests.filter(r => isOpenChangeRequest(r) && !(r.list === list && r.version === version));
  const all = asked.map(r => {
    const verdict = random.pick(['met', 'partly', 'not'] as const);
    const numbers = { value: 1, wanted: 2, before: 0, tolerance: 0.1 };
    return { request: r.request, verdict, ...numbers, why: null };
  });
  return { list, version, measured: all };
}

export const discussionInputMakers = {
  commentPlan: comment,
  replyComment: (s, hand) => ({ comment: one(s.comments, hand) }),
  resolveComment: (s, hand) => ({ comment: one(s.comments, hand) }),
  reopenComment: (s, hand) => ({ comment: one(s.comments, hand) }),
  requestChange: request,
  withdrawChange: (s, hand) => ({ request: one(s.requests, hand) }),
  requestsMeasured: measured,
} satisfies InputChanges;
