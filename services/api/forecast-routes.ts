/** GET /api/cases/{id}/forecast: when its next steps are to be expected, and what says so. */
import { defaultZone } from '#events/case/calendar.ts';
import { isoNow } from '../clock/clock.ts';
import { ok } from '../http/envelope.ts';
import { caseIdOf, notThere } from './case-of.ts';
import type { Deps } from './deps.ts';
import { type Route, route } from './route.ts';

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
      const zone = deps.models.directory().organisations.get(view.facts.orgId)?.zone ?? defaultZone;
      const items = deps.models.forecastOf(view.caseId, { now: isoNow(deps.clock), zone });
      return ok(c, deps, { items }, { position: deps.models.position() });
    },
  }),
];
