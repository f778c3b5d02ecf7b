/** The service desk: its hours and holidays for everybody it serves, canned answers and duty for its staff. */
import type { Canned } from '#events/desk/canned.ts';
import { newCanned } from '#events/desk/canned.ts';
import { newCouriers } from '#events/desk/couriers.ts';
import {
  addCanned,
  addDay,
  changeCanned,
  changeDuty,
  changeHours,
  type Desk,
  type DeskCtx,
  deskKind,
  dutyChange,
  nameCouriers,
  newDay,
  newHours,
  removeCanned,
  removeDay,
} from '#events/desk/desk.ts';
import type { DeskEvent } from '#events/desk/events.ts';
import { usualWeek } from '#events/desk/hours.ts';
import { dutyPositions, keeperPositions } from '#events/desk/rights.ts';
import { Refusal } from '#events/errors.ts';
import type { Viewer } from '#events/person/position.ts';
import { createOwnStream } from '../command/own-stream.ts';
import { accepts, readBodyOrRefusal } from '../http/body.ts';
import type { ApiContext } from '../http/context.ts';
import { ok } from '../http/envelope.ts';
import type { Deps } from './deps.ts';
import { get } from './get.ts';
import type { Once } from './once.ts';
import { type Route, route } from './route.ts';

const tag = 'desk';

const answer = {
  title: { en: 'Scan again', 'zh-CN': '请重新扫描' },
  text: {
    en: 'Dear {{doctor}}, the scan of {{case}} has holes at the molars. Please scan again.',
    'zh-CN': '{{doctor}}您好，{{case}} 的口扫数据在磨牙区有孔洞，请重新扫描。',
  },
};

type Decide = (state: Desk, ctx: DeskCtx & { cannedId: string }) => DeskEvent[];

export function deskRoutes(deps: Deps, { once }: { once: Once }): Route[] {
  const { models, people } = deps;
  const stream = createOwnStream<Desk, DeskEvent>(deps, deskKind);

  /** @throws Refusal notPermitted for somebody whose organisation another one serves: they have no desk */
  const ownDesk = async ({ orgId }: Viewer): Promise<string> => {
    const { organisations } = await people.current();
    if (organisations.get(orgId)?.servedBy !== orgId) throw new Refusal('notPermitted');
    return orgId;
  };
  /** The id of an answer that is added follows from the command: sent again, it is the same. */
  const command = async (
    c: ApiContext,
    viewer: Viewer,
    { input, cannedId, decide }: { input: unknown; cannedId?: string; decide: Decide },
  ) => {
    const orgId = await ownDesk(viewer);
    const done = await once(c, viewer.id, input, async commandId => {
      const id = cannedId ?? commandId;
      const changed = await stream.change({
        commandId,
        personId: orgId,
        by: viewer.id,
        decide: state => decide(state, { orgId, viewer, cannedId: id }),
      });
      return { ...changed, id };
    });
    const item: Canned | undefined = done.state.canned.find(({ id }) => id === done.id);
    return ok(c, deps, item ?? null, { position: done.position });
  };

  return [
    get({
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
    route({
      method: 'put',
      path: '/api/desk/hours',
      rule: keeperPositions,
      tag,
      summary: 'The hours of each weekday, Monday first, in minutes since midnight; null is closed.',
      body: accepts(newHours, { week: usualWeek.map(hours => hours && { ...hours }) }),
      handle: async ({ c, viewer }) => {
        const input = await readBodyOrRefusal(c, newHours);
        return command(c, viewer, { input, decide: (state, ctx) => changeHours(state, input, ctx) });
      },
    }),
    route({
      method: 'put',
      path: '/api/desk/couriers',
      rule: keeperPositions,
      tag,
      summary: 'The names of the couriers; those left out have their usual names.',
      body: accepts(newCouriers, {
        couriers: [{ courier: 3, name: { en: 'STO Express', 'zh-CN': '申通快递' } }],
      }),
      handle: async ({ c, viewer }) => {
        const input = await readBodyOrRefusal(c, newCouriers);
        return command(c, viewer, { input, decide: (state, ctx) => nameCouriers(state, input, ctx) });
      },
    }),
    route({
      method: 'post',
      path: '/api/desk/holidays',
      rule: keeperPositions,
      tag,
      summary:
        'A holiday, or with `works` a weekend day that is worked; it takes the place of what was said of the day.',
      body: accepts(newDay, { day: '2026-10-01', works: false, name: '国庆节' }),
      handle: async ({ c, viewer }) => {
        const input = await readBodyOrRefusal(c, newDay);
        return command(c, viewer, { input, decide: (state, ctx) => addDay(state, input, ctx) });
      },
    }),
    route({
      method: 'delete',
      path: '/api/desk/holidays/:day',
      rule: keeperPositions,
      tag,
      summary: 'The day is like its weekday again.',
      handle: ({ c, viewer, param }) =>
        command(c, viewer, { input: null, decide: (state, ctx) => removeDay(state, param('day'), ctx) }),
    }),
    route({
      method: 'post',
      path: '/api/desk/canned',
      rule: keeperPositions,
      tag,
      summary: 'Keeps a canned answer; `{{doctor}}`, `{{case}}` and `{{me}}` are filled in when it is taken.',
      body: accepts(newCanned, answer),
      handle: async ({ c, viewer }) => {
        const input = await readBodyOrRefusal(c, newCanned);
        return command(c, viewer, { input, decide: (state, ctx) => addCanned(state, input, ctx) });
      },
    }),
    route({
      method: 'put',
      path: '/api/desk/canned/:id',
      rule: keeperPositions,
      tag,
      summary: 'Changes a canned answer, or its place among the others.',
      body: accepts(newCanned, { ...answer, order: 0 }),
      handle: async ({ c, viewer, param }) => {
        const input = await readBodyOrRefusal(c, newCanned);
        const decide: Decide = (state, ctx) => changeCanned(state, input, ctx);
        return command(c, viewer, { input, cannedId: param('id'), decide });
      },
    }),
    route({
      method: 'delete',
      path: '/api/desk/canned/:id',
      rule: keeperPositions,
      tag,
      summary: 'Lets a canned answer go.',
      handle: ({ c, viewer, param }) =>
        command(c, viewer, { input: null, cannedId: param('id'), decide: removeCanned }),
    }),
    route({
      method: 'post',
      path: '/api/desk/duty',
      rule: dutyPositions,
      tag,
      summary: 'Says that this person is on duty at the desk, or is not any more.',
      body: accepts(dutyChange, { on: true }),
      handle: async ({ c, viewer }) => {
        const input = await readBodyOrRefusal(c, dutyChange);
        return command(c, viewer, { input, decide: (state, ctx) => changeDuty(state, input, ctx) });
      },
    }),
  ];
}
