/** Routes for operators: liveness, readiness, metrics. */

import { Refusal } from '#events/errors.ts';
import type { ApiContext } from '../http/context.ts';
import type { ApiDeps } from './deps.ts';
import { publicGet } from './get-route.ts';
import type { MetricsEndpoint } from './metrics.ts';
import { publicRoute, type Route } from './route.ts';

type How = {
  metrics: MetricsEndpoint;
  leaving?: () => boolean;
  /** False if /metrics is on another port. */
  measured?: boolean;
};

/** Headers that proxies set. Metrics are for callers on this machine, not for proxied requests. */
const proxied = ['forwarded', 'x-forwarded-for', 'x-forwarded-proto', 'x-real-ip', 'via'];

/** True if the raw path is literal: `/api/../metrics` would pass a proxy that filters by path. */
function isDirect(c: ApiContext): boolean {
  const raw = c.env?.incoming?.url;
  const literal = raw === undefined || /^\/metrics(?:\?|$)/.test(raw);
  return literal && proxied.every(name => c.req.header(name) === undefined);
}

export function healthRoutes(deps: ApiDeps, { metrics, leaving, measured = true }: How): Route[] {
  const { models, store } = deps;
  return [
    publicGet({
      path: '/healthz',
      tag: 'operation',
      summary: 'The process is alive.',
      answer: () => ({ alive: true }),
    }),
    publicGet({
      path: '/readyz',
      tag: 'operation',
      summary: 'Reads answer from all that was in the log when asked.',
      positioned: true,
      answer: async () => {
        if (leaving?.()) throw new Refusal('busy');
        const head = await store.head();
        if (!(await models.reached(head, 2_000))) throw new Refusal('notCaughtUp');
        return { ready: true };
      },
    }),
    publicRoute({
      method: 'get',
      media: 'text/plain',
      path: '/metrics',
      rule: 'public',
      tag: 'operation',
      summary: 'Prometheus text, for callers on this machine; elsewhere METRICS_PORT has it.',
      handle: async ({ c }) => {
        if (!measured || !isDirect(c)) throw new Refusal('notFound');
        return c.text(await metrics.text(), 200, { 'Content-Type': metrics.contentType });
      },
    }),
  ];
}
