/** Owners of the cases that were at some statuses at a moment: the doctors for whom a queue waits. */

import { listCasesByWaitingTime } from '#events/analysis/cases-by-waiting-time.ts';
import { positionsSeeingReplay } from '#events/analysis/rights.ts';
import type { PresentCtx } from '#projections/present.ts';
import { createMacrotaskQueue } from '../concurrency/macrotask-queue.ts';
import { caseOwnersQuerySchema } from './analysis-query.ts';
import {
  answerFromTrack,
  openTrackMoment,
  positionOfAnswer,
  type TrackDeps,
  trackSightOf,
} from './analysis-routes.ts';
import type { ApiDeps } from './deps.ts';
import { signedGet } from './get-route.ts';
import type { Route } from './route.ts';

type OwnersDeps = TrackDeps & Pick<ApiDeps, 'pseudonyms'>;

/** Maximum number of doctors in an answer. */
const MOST = 20;
/** Cases that are looked up in one turn of the event loop. */
const SLICE = 200;

/** Counts cases by their present owner. Does not count cases that the viewer may no longer see. */
async function countOwners(
  { models }: OwnersDeps,
  ctx: PresentCtx,
  { ids, turn }: { ids: readonly string[]; turn: () => Promise<void> },
): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const [i, id] of ids.entries()) {
    if (i > 0 && i % SLICE === 0) await turn();
    const owner = models.caseItem(ctx, id)?.owner.id;
    if (owner !== undefined) counts.set(owner, (counts.get(owner) ?? 0) + 1);
  }
  return counts;
}

export function caseOwnersRoute(deps: OwnersDeps): Route {
  const turn = createMacrotaskQueue();
  return signedGet({
    tag: 'analysis',
    rule: positionsSeeingReplay,
    path: '/api/analysis/owners',
    summary: 'Whose cases stood at some statuses at a moment: the doctors with most, by pseudonym.',
    query: caseOwnersQuerySchema,
    position: positionOfAnswer(deps),
    answer: ({ viewer, ctx, query }) => {
      const { asOf, status } = query();
      return answerFromTrack(deps, async () => {
        const { track, at } = await openTrackMoment(deps, trackSightOf(viewer), asOf);
        const ids = listCasesByWaitingTime(track, at, new Set<number>(status)).map(({ id }) => id);
        const counts = await countOwners(deps, ctx, { ids, turn });
        const pseudonym = await deps.pseudonyms.of(viewer.orgId);
        const items = [...counts]
          .map(([owner, cases]) => ({ owner: pseudonym(owner), cases }))
          .toSorted((a, b) => b.cases - a.cases || (a.owner < b.owner ? -1 : 1));
        return { items: items.slice(0, MOST), total: ids.length };
      });
    },
  });
}
