/** GET /api/demo/messages: the demo's outgoing messages. The route exists only with the demo's driver (SMS=demo). */
import * as z from 'zod/mini';
import { limits } from '#events/case/limits.ts';
import { pagingParamSchemas } from '#projections/view-routes.ts';
import type { ApiDeps } from './deps.ts';
import { publicGet } from './get-route.ts';
import type { Route } from './route.ts';

const query = z.strictObject({ to: z.optional(z.string().check(z.maxLength(254))), ...pagingParamSchemas });

export function demoRoutes({ demoMessages }: ApiDeps): Route[] {
  if (!demoMessages) return [];
  return [
    publicGet({
      path: '/api/demo/messages',
      tag: 'demo',
      summary: 'Text messages and mails of the demo, newest first.',
      query,
      answer: ({ query: read }) => {
        const { to, page = 1, size = limits.pageSize } = read();
        const all = demoMessages.list(to);
        return { items: all.slice((page - 1) * size, page * size), total: all.length, page, size };
      },
    }),
  ];
}
