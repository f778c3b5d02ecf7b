/** Recorded live reviews of a version: the list of sessions, and the moves of one for replay. */
import * as z from 'zod/mini';
import { Refusal } from '#events/errors.ts';
import { versionListNames } from '#events/plan/discussion-events.ts';
import { maySeeReviews } from '#events/plan/live-review.ts';
import { readReviews } from '../realtime/read-reviews.ts';
import type { ApiDeps } from './deps.ts';
import { signedGet } from './get-route.ts';
import type { Route, SignedCall } from './route.ts';
import { findVisibleCase } from './visible-case.ts';

const query = z.strictObject({
  list: z.enum(versionListNames),
  version: z.pipe(z.string().check(z.regex(/^\d{1,5}$/, { error: 'version-unknown' })), z.transform(Number)),
});

/**
 * Returns the case id if the viewer may see reviews of the case's plans (a manufacturer may not).
 * @throws Refusal caseUnknown, permissionError
 */
function heardCase(deps: ApiDeps, call: Pick<SignedCall<unknown, unknown>, 'ctx' | 'param'>): string {
  const { caseId } = findVisibleCase(deps, call);
  if (!maySeeReviews(call.ctx.viewer)) throw new Refusal('permissionError');
  return caseId;
}

export const reviewRoutes = (deps: ApiDeps): Route[] => [
  signedGet({
    path: '/api/cases/:id/reviews',
    rule: 'session',
    tag: 'case',
    summary: 'The live reviews of a version: from when to when, and who was there; the newest first.',
    query,
    answer: async call => {
      const caseId = heardCase(deps, call);
      const { list, version } = call.query();
      const sittings = await readReviews(deps.store, caseId, list, version);
      const items = sittings
        .toReversed()
        .map(({ from, to, people }) => ({ from, to, people: people.map(id => call.ctx.person(id)) }));
      return { items };
    },
  }),
  signedGet({
    path: '/api/cases/:id/reviews/:from',
    rule: 'session',
    tag: 'case',
    summary: 'One live review, by the time of its first move: every move of everybody who was there.',
    query,
    answer: async call => {
      const caseId = heardCase(deps, call);
      const { list, version } = call.query();
      const sittings = await readReviews(deps.store, caseId, list, version);
      const sitting = sittings.find(({ from }) => from === call.param('from'));
      if (!sitting) throw new Refusal('notFound');
      const people = sitting.people.map(id => call.ctx.person(id));
      return { ...sitting, people };
    },
  }),
];
