/** The service desk: hours and holidays for everybody it serves; canned answers and duty for its staff. */
import type * as z from 'zod/mini';
import { cannedAnswerInputSchema } from '#events/desk/canned.ts';
import { courierNamesInputSchema } from '#events/desk/couriers.ts';
import {
  addCannedAnswer,
  addSpecialDay,
  changeCannedAnswer,
  changeDeskHours,
  changeDuty,
  type Desk,
  type DeskContext,
  deskFold,
  deskHoursInputSchema,
  dutyInputSchema,
  nameCouriers,
  removeCannedAnswer,
  removeSpecialDay,
  specialDayInputSchema,
} from '#events/desk/desk.ts';
import type { DeskEvent } from '#events/desk/events.ts';
import { defaultWeek } from '#events/desk/hours.ts';
import { deskManagerPositions, dutyPositions } from '#events/desk/rights.ts';
import { Refusal } from '#events/errors.ts';
import type { Position, Viewer } from '#events/person/position.ts';
import { createCommandHandler } from '../command/handler.ts';
import { type BodySchema, defineBody } from '../http/body.ts';
import { commandRoute } from './command-route.ts';
import type { ApiDeps } from './deps.ts';
import { signedGet } from './get-route.ts';
import type { RunIdempotently } from './idempotency.ts';
import type { Route } from './route.ts';

const tag = 'desk';

const answer = {
  title: { en: 'Scan again', 'zh-CN': '请重新扫描' },
  text: {
    en: 'Dear {{doctor}}, the scan of {{case}} has holes at the molars. Please scan again.',
    'zh-CN': '{{doctor}}您好，{{case}} 的口扫数据在磨牙区有孔洞，请重新扫描。',
  },
};

/** `id`: the canned answer that is changed, or the day that is removed. */
type DeskCommand = {
  method: 'put' | 'post' | 'delete';
  path: string;
  summary: string;
  rule?: readonly Position[];
  body?: BodySchema<z.ZodMiniType>;
  decide: (state: Desk, input: unknown, ctx: DeskContext & { id: string }) => DeskEvent[];
};

const commands: readonly DeskCommand[] = [
  {
    method: 'put',
    path: '/api/desk/hours',
    summary: 'The hours of each weekday, Monday first, in minutes since midnight; null is closed.',
    body: defineBody(deskHoursInputSchema, { week: defaultWeek.map(hours => hours && { ...hours }) }),
    decide: changeDeskHours,
  },
  {
    method: 'put',
    path: '/api/desk/couriers',
    summary: 'The names of the couriers; those left out have their usual names.',
    body: defineBody(courierNamesInputSchema, {
      couriers: [{ courier: 3, name: { en: 'STO Express', 'zh-CN': '申通快递' } }],
    }),
    decide: nameCouriers,
  },
  {
    method: 'post',
    path: '/api/desk/holidays',
    summary:
      'A holiday, or with `works` a weekend day that is worked; it takes the place of what was said of the day.',
    body: defineBody(specialDayInputSchema, { day: '2026-10-01', works: false, name: '国庆节' }),
    decide: addSpecialDay,
  },
  {
    method: 'delete',
    path: '/api/desk/holidays/:day',
    summary: 'The day is like its weekday again.',
    decide: (state, _input, ctx) => removeSpecialDay(state, ctx.id, ctx),
  },
  {
    method: 'post',
    path: '/api/desk/canned',
    summary: 'Keeps a canned answer; `{{doctor}}`, `{{case}}` and `{{me}}` are filled in when it is taken.',
    body: defineBody(cannedAnswerInputSchema, answer),
    decide: (state, input, ctx) => addCannedAnswer(state, input, { ...ctx, cannedId: ctx.id }),
  },
  {
    method: 'put',
    path: '/api/desk/canned/:id',
    summary: 'Changes a canned answer, or its place among the others.',
    body: defineBody(cannedAnswerInputSchema, { ...answer, order: 0 }),
    decide: (state, input, ctx) => changeCannedAnswer(state, input, { ...ctx, cannedId: ctx.id }),
  },
  {
    method: 'delete',
    path: '/api/desk/canned/:id',
    summary: 'Lets a canned answer go.',
    decide: (state, _input, ctx) => removeCannedAnswer(state, { ...ctx, cannedId: ctx.id }),
  },
  {
    method: 'post',
    path: '/api/desk/duty',
    rule: dutyPositions,
    summary: 'Says that this person is on duty at the desk, or is not any more.',
    body: defineBody(dutyInputSchema, { on: true }),
    decide: changeDuty,
  },
];

export function deskRoutes(deps: ApiDeps, { once }: { once: RunIdempotently }): Route[] {
  const { models, people } = deps;
  const stream = createCommandHandler(deps, deskFold);

  /**
   * Returns the id of the viewer's organisation.
   * @throws Refusal notPermitted if another organisation serves it, because then it has no desk
   */
  const ownDesk = async ({ orgId }: Viewer): Promise<string> => {
    const { organisations } = await people.current();
    if (organisations.get(orgId)?.servedBy !== orgId) throw new Refusal('notPermitted');
    return orgId;
  };

  return [
    signedGet({
      path: '/api/desk',
      rule: 'session',
      tag,
      summary:
        'The desk that serves this person: hours, holidays, how many are on duty; for its staff who, and the canned answers.',
      answer: ({ ctx }) => {
        const item = models.desk(ctx);
        if (!item) throw new Refusal('notFound');
        return item;
      },
    }),
    ...commands.map(({ decide, ...described }) =>
      commandRoute(deps, once, {
        rule: deskManagerPositions,
        tag,
        ...described,
        to: async ({ viewer, param }) => ({
          orgId: await ownDesk(viewer),
          named: param('id') || param('day') || undefined,
        }),
        decide: async ({ key, viewer, input, target: { orgId, named } }) => {
          // Derives a new id from the command, so that a repetition has the same one.
          const id = named ?? key.commandId;
          const command = { ...key, by: viewer.id };
          const done = await stream.handle(orgId, command, desk =>
            decide(desk, input, { orgId, viewer, id }),
          );
          return { ...done, id };
        },
        answer: ({ state, id }) => state.canned.find(one => one.id === id) ?? null,
      }),
    ),
  ];
}
