/** GET /api/cases/{id}/forecast: when its next steps are to be expected, and what says so. */

import { dayIn } from '../clock.ts';
import type { Deps } from '../deps.ts';
import { caseIdOf, notThere } from './case-of.ts';
import { ok } from './envelope.ts';
import { type Route, route } from './route.ts';

const fallbackZone = 'Asia/Shanghai';

export const forecastRoutes = (deps: Deps): Route[] => [
  route({
    method: 'get',
    path: '/api/cases/:id/forecast',
    rule: 'session',
    tag: 'case',
    summary: 'When its next steps are to be expected: the days that like cases took, and how many they are.',
    handle: ({ c, ctx, param }) => {
      const view = deps.models.caseView(ctx, caseIdOf(param('id')));
      if (!view) throw notThere();
      const zone = deps.models.directory().organisations.get(view.facts.orgId)?.zone ?? fallbackZone;
      const items = deps.models.forecastOf(view.caseId, dayIn(zone, deps.clock.now()));
      return ok(c, deps, { items }, { position: deps.models.position() });
    },
  }),
];
