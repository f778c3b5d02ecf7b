/** GET /api/cases/{id}/forecast: expected dates of a case's next steps, and their basis. */
import { defaultZone } from '#events/case/calendar.ts';
import { isoNow } from '../clock/clock.ts';
import type { ApiDeps } from './deps.ts';
import { signedGet } from './get-route.ts';
import type { Route } from './route.ts';
import { findVisibleCase } from './visible-case.ts';

export const forecastRoutes = (deps: ApiDeps): Route[] => [
  signedGet({
    path: '/api/cases/:id/forecast',
    rule: 'session',
    tag: 'case',
    summary:
      'Expected dates of its next steps, from similar cases: those that took the steps, and those still on the way.',
    answer: call => {
      const view = findVisibleCase(deps, call);
      const zone = deps.models.directory().organisations.get(view.facts.orgId)?.zone ?? defaultZone;
      const items = deps.models.forecastOf(view.caseId, { now: isoNow(deps.clock), zone });
      return { items };
    },
  }),
];
