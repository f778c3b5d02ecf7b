/** What people showed each other in the live reviews of a version: the sittings, and the moves of one to see it again. */
import * as z from 'zod/mini';
import { Refusal } from '#events/errors.ts';
import { versionLists } from '#events/plan/discussion-events.ts';
import { hearsReviews } from '#events/plan/live-review.ts';
import type { PresentCtx } from '#projections/present.ts';
import { ok } from '../http/envelope.ts';
import { readReviews } from '../realtime/read-reviews.ts';
import { caseIdOf, notThere } from './case-of.ts';
import type { Deps } from './deps.ts';
import { type Route, route } from './route.ts';

const query = z.strictObject({
  list: z.enum(versionLists),
  version: z.pipe(z.string().check(z.regex(/^\d{1,5}$/, { error: 'version-unknown' })), z.transform(Number)),
});

/**
 * The case's id, where this person may hear what was said of its plans: the manufacturer may not.
 * @throws Refusal caseUnknown, permissionError
 */
function seen({ models }: Deps, ctx: PresentCtx, id: string): string {
  const view = models.caseView(ctx, id);
  if (!view) throw notThere();
  if (!hearsReviews(ctx.viewer)) throw new Refusal('permissionError');
  return view.caseId;
}

export const reviewRoutes = (deps: Deps): Route[] => [
  route({
    method: 'get',
    path: '/api/cases/:id/reviews',
    rule: 'session',
    tag: 'case',
    summary: 'The live reviews of a version: from when to when, and who was there; the newest first.',
    query,
    handle: async ({ c, ctx, param, query: asked }) => {
      const caseId = seen(deps, ctx, caseIdOf(param('id')));
      const { list, version } = asked();
      const sittings = await readReviews(deps.store, caseId, list, version);
      const items = sittings
        .toReversed()
        .map(({ from, to, people }) => ({ from, to, people: people.map(id => ctx.person(id)) }));
      return ok(c, deps, { items }, { position: deps.models.position() });
    },
  }),
  route({
    method: 'get',
    path: '/api/cases/:id/reviews/:from',
    rule: 'session',
    tag: 'case',
    summary: 'One live review, by the time of its first move: every move of everybody who was there.',
    query,
    handle: async ({ c, ctx, param, query: asked }) => {
      const caseId = seen(deps, ctx, caseIdOf(param('id')));
      const { list, version } = asked();
      const sittings = await readReviews(deps.store, caseId, list, version);
      const sitting = sittings.find(({ from }) => from === param('from'));
      if (!sitting) throw new Refusal('notFound');
      const people = sitting.people.map(id => ctx.person(id));
      return ok(c, deps, { ...sitting, people }, { position: deps.models.position() });
    },
  }),
];
