/** Routes of the workbench and of creating cases. */
import * as z from 'zod/mini';
import { idSchema } from '#events/case/fields.ts';
import { parse } from '#events/parse.ts';
import { clinicians } from '#events/person/position.ts';
import type { PastReads } from '#projections/past/reads.ts';
import type { PresentCtx } from '#projections/present.ts';
import { momentQuerySchema } from '#projections/view-routes.ts';
import { defineBody } from '../http/body.ts';
import { presentCommandedCase } from './answer-formats.ts';
import { commandRoute } from './command-route.ts';
import type { ApiDeps } from './deps.ts';
import { signedGet } from './get-route.ts';
import type { RunIdempotently } from './idempotency.ts';
import type { PastReader } from './past-reader.ts';
import type { Route } from './route.ts';

const WAITING = 10;
const FEED = 30;

function workbenchOf(reads: Pick<PastReads, 'counts' | 'caseItems' | 'feed'>, ctx: PresentCtx) {
  const counts = reads.counts(ctx.viewer);
  const order = { sort: 'updatedAt', descending: true } as const;
  const waiting = reads.caseItems(ctx, { tab: 'action', ...order, page: 1, size: WAITING }).items;
  return { counters: counts.counters, counts, waiting, feed: reads.feed(ctx, FEED) };
}

const workbenchRoute = (deps: ApiDeps, past: PastReader): Route =>
  signedGet({
    path: '/api/workbench',
    rule: 'session',
    tag: 'workbench',
    summary:
      'Counters, what waits for this person, and the newest events of the cases that this person sees, now or as they stood (`asOf`).',
    query: momentQuerySchema,
    answer: ({ viewer, ctx, query }) => {
      const { asOf } = query();
      return asOf === undefined
        ? workbenchOf(deps.models, ctx)
        : past(viewer, asOf, reads => workbenchOf(reads, { ...ctx, person: reads.personRef }));
    },
  });

const newCase = z.strictObject({ doctorId: z.optional(idSchema) });

const createRoute = (deps: ApiDeps, once: RunIdempotently): Route =>
  commandRoute(deps, once, {
    method: 'post',
    path: '/api/cases',
    rule: clinicians,
    tag: 'cases',
    summary: 'Opens a draft; an assistant says for which doctor, where there are several.',
    body: defineBody(newCase, {}),
    to: () => null,
    decide: async ({ key, viewer, input }) =>
      deps.perform.createCase(viewer, { ...key, ...parse(newCase, input) }),
    answer: ({ state }, { viewer }) => presentCommandedCase(viewer, state),
  });

export function workbenchRoutes(
  deps: ApiDeps,
  { once, past }: { once: RunIdempotently; past: PastReader },
): Route[] {
  return [workbenchRoute(deps, past), createRoute(deps, once)];
}
