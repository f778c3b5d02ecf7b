/** The wear of a case, and the list of all who wear aligners. */
import * as z from 'zod/mini';
import { dayIn } from '#events/case/calendar.ts';
import { actions } from '#events/case/decider.ts';
import { limits, options } from '#events/case/options.ts';
import { Refusal } from '#events/errors.ts';
import { patientTypes } from '#events/wear/patient-type.ts';
import { wornOn } from '#events/wear/standing.ts';
import { wearCalendar } from '#events/wear/wear.ts';
import type { CaseView } from '#projections/case/view.ts';
import type { PatientQuery } from '#projections/patients/reads.ts';
import { accepts, readBodyOrRefusal } from '../http/body.ts';
import { ok } from '../http/envelope.ts';
import { caseIdOf, seenCase } from './case-of.ts';
import { paging } from './case-query.ts';
import type { Deps } from './deps.ts';
import { get } from './get.ts';
import type { Once } from './once.ts';
import { commanded } from './presented.ts';
import { type Route, route } from './route.ts';

const tag = 'wear';

/** A comma list of an option's own choices; anything else is refused with the field's name. */
const listOf = <T extends string | number>(choices: readonly T[]) => {
  const known = new Map(choices.map(choice => [String(choice), choice]));
  return z.pipe(
    z
      .string()
      .check(z.refine(text => text.split(',').every(part => known.has(part)), { error: 'not-a-choice' })),
    z.transform((text: string) => text.split(',').flatMap(part => known.get(part) ?? [])),
  );
};

const sortWords = ['due', '-due', 'patient', '-patient', 'caseId', '-caseId'] as const;
const sortOf: Record<(typeof sortWords)[number], Pick<PatientQuery, 'sort' | 'descending'>> = {
  due: { sort: 'due', descending: false },
  '-due': { sort: 'due', descending: true },
  patient: { sort: 'patient', descending: false },
  '-patient': { sort: 'patient', descending: true },
  caseId: { sort: 'caseId', descending: false },
  '-caseId': { sort: 'caseId', descending: true },
};

const query = z.strictObject({
  gender: z.optional(listOf(options.gender)),
  clinical: z.optional(listOf(options.diagnosis)),
  correction: z.optional(listOf(options.correction)),
  patientType: z.optional(listOf(patientTypes)),
  docType: z.optional(listOf(options.productType)),
  clinic: z.optional(z.string().check(z.maxLength(100))),
  keyword: z.optional(z.string().check(z.maxLength(100))),
  sort: z.optional(z.enum(sortWords, { error: 'sort-unknown' })),
  ...paging,
});

const listRoute = (deps: Deps): Route =>
  get({
    path: '/api/patients',
    rule: 'session',
    tag,
    summary:
      'Patients who are treated with aligners, those to look after first. Rows hold days; `zone` says whose day today is.',
    query,
    answer: ({ ctx, query: asked }) => {
      const { sort = 'due', page = 1, size = limits.pageSize, ...filters } = asked();
      const { models, clock } = deps;
      return models.patients(ctx, { ...filters, ...sortOf[sort], page, size, now: clock.now() });
    },
  });

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
    listRoute(deps),
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
