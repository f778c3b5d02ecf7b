/** The wear of a case. */
import { dayIn } from '#events/case/calendar.ts';
import { actions } from '#events/case/decider.ts';
import { Refusal } from '#events/errors.ts';
import { wornOn } from '#events/wear/standing.ts';
import { wearCalendar } from '#events/wear/wear.ts';
import type { CaseView } from '#projections/case/view.ts';
import { accepts, readBodyOrRefusal } from '../http/body.ts';
import { ok } from '../http/envelope.ts';
import { caseIdOf, seenCase } from './case-of.ts';
import type { Deps } from './deps.ts';
import { get } from './get.ts';
import type { Once } from './once.ts';
import { commanded } from './presented.ts';
import { type Route, route } from './route.ts';

const tag = 'wear';

/** The wear as it is on the clinic's day. */
function wearOf({ wear, wearLimits, checks, zone }: CaseView, now: number) {
  const today = dayIn(zone, now);
  const record = wear && { ...wear, by: wear.by.id };
  const worn = { wear: record, limits: wearLimits };
  return {
    wear,
    limits: wearLimits,
    checks,
    zone,
    today,
    now: wornOn(worn, today),
    calendar: record && wearLimits ? wearCalendar(record, wearLimits) : [],
  };
}

export function wearRoutes(deps: Deps, { once }: { once: Once }): Route[] {
  const { clock, perform } = deps;
  const { input: schema, example } = actions.recordWear;
  return [
    get({
      path: '/api/cases/:id/wear',
      rule: 'session',
      tag,
      summary: 'The wear record, how it stands today where the clinic is, its calendar, and the contacts.',
      answer: call => {
        const view = seenCase(deps, call);
        if (view.pages.wear === 'position') throw new Refusal('notPermitted');
        return wearOf(view, clock.now());
      },
    }),
    route({
      method: 'post',
      path: '/api/cases/:id/wear',
      rule: 'session',
      tag,
      summary: 'Begins the wear record, or begins it anew: the action recordWear.',
      body: accepts(schema, example),
      handle: async ({ c, viewer, param }) => {
        const caseId = caseIdOf(param('id'));
        const input = await readBodyOrRefusal(c, schema);
        const done = await once(c, viewer.id, input, commandId =>
          perform.perform(viewer, { caseId, commandId, action: 'recordWear', input }),
        );
        const etag = `"${done.state.revision}"`;
        return ok(c, deps, { ...commanded(viewer, done.state), etag }, { position: done.position, etag });
      },
    }),
  ];
}
