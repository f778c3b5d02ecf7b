/** Routes of a case's aligner wear. */
import { dayInZone } from '#events/case/calendar.ts';
import { Refusal } from '#events/errors.ts';
import { wearCalendar } from '#events/wear/wear-calendar.ts';
import { wearOn } from '#events/wear/wear-status.ts';
import type { CaseView } from '#projections/case/view.ts';
import { actionRoute } from './command-route.ts';
import type { ApiDeps } from './deps.ts';
import { signedGet } from './get-route.ts';
import type { RunIdempotently } from './idempotency.ts';
import type { Route } from './route.ts';
import { findVisibleCase } from './visible-case.ts';

const tag = 'wear';

/** The wear of a case as of today in the clinic's time zone. */
function wearOf({ wear, wearLimits, checks, zone }: CaseView, now: number) {
  const today = dayInZone(zone, now);
  const record = wear && { ...wear, by: wear.by.id };
  const worn = { wear: record, limits: wearLimits };
  return {
    wear,
    limits: wearLimits,
    checks,
    zone,
    today,
    now: wearOn(worn, today),
    calendar: record && wearLimits ? wearCalendar(record, wearLimits) : [],
  };
}

export function wearRoutes(deps: ApiDeps, { once }: { once: RunIdempotently }): Route[] {
  const { clock } = deps;
  return [
    signedGet({
      path: '/api/cases/:id/wear',
      rule: 'session',
      tag,
      summary: 'The wear record, how it stands today where the clinic is, its calendar, and the contacts.',
      answer: call => {
        const view = findVisibleCase(deps, call);
        if (view.pages.wear === 'position') throw new Refusal('notPermitted');
        return wearOf(view, clock.now());
      },
    }),
    actionRoute(deps, once, {
      path: '/api/cases/:id/wear',
      tag,
      summary: 'Begins the wear record, or begins it anew: the action recordWear.',
      action: 'recordWear',
      etag: ({ state }) => `"${state.revision}"`,
    }),
  ];
}
