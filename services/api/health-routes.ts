/** For whoever runs it: alive, ready, measured. */

import { Refusal } from '#events/errors.ts';
import type { Deps } from '../deps.ts';
import { ok, refuse } from './envelope.ts';
import type { Metrics } from './metrics.ts';
import { publicRoute, type Route } from './route.ts';

type How = { metrics: Metrics; leaving?: (() => boolean) | undefined };

export function healthRoutes(deps: Deps, { metrics, leaving }: How): Route[] {
  const { models, store } = deps;
  return [
    publicRoute({
      method: 'get',
      path: '/healthz',
      rule: 'public',
      tag: 'operation',
      summary: 'The process is alive.',
      handle: ({ c }) => ok(c, deps, { alive: true }),
    }),
    publicRoute({
      method: 'get',
      path: '/readyz',
      rule: 'public',
      tag: 'operation',
      summary: 'Reads answer from all that was in the log when asked.',
      handle: async ({ c }) => {
        if (leaving?.()) return refuse(c, deps, new Refusal('busy'));
        const head = await store.head();
        if (!(await models.reached(head, 2_000))) return refuse(c, deps, new Refusal('notCaughtUp'));
        return ok(c, deps, { ready: true }, { position: models.position() });
      },
    }),
    publicRoute({
      method: 'get',
      path: '/metrics',
      rule: 'public',
      tag: 'operation',
      summary: 'Prometheus text.',
      handle: async ({ c }) => {
        // What a balancer lets through comes from outside; whoever measures asks the node itself.
        if (c.req.header('x-forwarded-for') !== undefined) throw new Refusal('notFound');
        return c.text(await metrics.text(), 200, { 'Content-Type': metrics.contentType });
      },
    }),
  ];
}
