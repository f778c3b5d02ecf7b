/** A service desk, folded from its events, and its decisions. Pure. */
import * as z from 'zod/mini';
import { daySchema, lineSchemaUpTo } from '../case/fields.ts';
import { badField, Refusal } from '../errors.ts';
import { parse } from '../parse.ts';
import type { Viewer } from '../person/position.ts';
import { type CannedAnswer, cannedAnswerInputSchema, cannedLimits, sortCannedAnswers } from './canned.ts';
import type { CustomCourierName } from './courier-name.ts';
import { courierNamesInputSchema } from './couriers.ts';
import { type DeskEvent, deskStreamOf } from './events.ts';
import { type DayHours, defaultWeek, type SpecialDay } from './hours.ts';
import { mayBeOnDuty, mayManageDesk } from './rights.ts';

export type Desk = {
  revision: number;
  week: readonly (DayHours | null)[];
  /** Holidays and worked weekend days, sorted by day. */
  days: readonly SpecialDay[];
  /** Canned answers in the order of display. */
  canned: readonly CannedAnswer[];
  /** Courier names that differ from the default ones. */
  couriers: readonly CustomCourierName[];
  /** People on duty and since when (ISO), the longest on duty first. */
  duty: readonly { personId: string; since: string }[];
};

export const noDesk: Desk = { revision: -1, week: defaultWeek, days: [], canned: [], couriers: [], duty: [] };

const daysMost = 400;

const withDay = (days: readonly SpecialDay[], one: SpecialDay): SpecialDay[] =>
  [...days.filter(({ day }) => day !== one.day), one].sort((a, b) => (a.day < b.day ? -1 : 1));

const without = ({ duty }: Desk, id: string) => duty.filter(({ personId }) => personId !== id);

/** Returns the desk after a person's duty ended. */
export const withDutyEnded = (state: Desk, personId: string): Desk => ({
  ...state,
  duty: without(state, personId),
});

function apply(state: Desk, e: DeskEvent & { at: string }): Desk {
  switch (e.type) {
    case 'DeskHoursChanged':
      return { ...state, week: e.data.week };
    case 'DeskDayAdded': {
      const { day, works, name } = e.data;
      return { ...state, days: withDay(state.days, { day, works, name }) };
    }
    case 'DeskDayRemoved':
      return { ...state, days: state.days.filter(({ day }) => day !== e.data.day) };
    case 'CannedAnswerKept': {
      const { cannedId: id, title, text, order } = e.data;
      const others = state.canned.filter(one => one.id !== id);
      return { ...state, canned: sortCannedAnswers([...others, { id, title, text, order }]) };
    }
    case 'CannedAnswerRemoved':
      return { ...state, canned: state.canned.filter(({ id }) => id !== e.data.cannedId) };
    case 'CouriersNamed':
      return { ...state, couriers: e.data.couriers };
    case 'DutyTaken': {
      const { personId } = e.data;
      return { ...state, duty: [...without(state, personId), { personId, since: e.at }] };
    }
    case 'DutyLeft':
      return withDutyEnded(state, e.data.personId);
    default:
      return e satisfies never;
  }
}

/** Returns the desk after an event. Ignores repeated events. */
export function evolveDesk(state: Desk, e: DeskEvent & { revision: number; at: string }): Desk {
  return e.revision <= state.revision ? state : { ...apply(state, e), revision: e.revision };
}

const minutes = z.int().check(z.gte(0), z.lte(1440));
const dayHours = z
  .strictObject({ from: minutes, to: minutes })
  .check(z.refine(({ from, to }) => from < to, { error: 'hours-order' }));

export const deskHoursInputSchema = z.strictObject({
  /** Opening hours, Monday to Sunday, in minutes since midnight; null is closed. */
  week: z.array(z.nullable(dayHours)).check(z.minLength(7), z.maxLength(7)),
});
export const specialDayInputSchema = z.strictObject({
  day: daySchema,
  works: z.boolean(),
  name: lineSchemaUpTo(60),
});
export const dutyInputSchema = z.strictObject({ on: z.boolean() });

/** Context of a decision: the desk's organisation and the viewer. */
export type DeskContext = { orgId: string; viewer: Viewer };

/** Requires the right to manage the desk. @throws Refusal notPermitted */
function keeper({ orgId, viewer }: DeskContext): void {
  if (viewer.orgId !== orgId || !mayManageDesk(viewer)) throw new Refusal('notPermitted');
}

/**
 * Parses a command's input. Call it after the permission check.
 * @param input the request's body, or a Refusal if the body could not be read
 * @throws Refusal badInput, or the given Refusal
 */
function read<S extends z.ZodMiniType>(schema: S, input: unknown): z.infer<S> {
  return parse(schema, input);
}

/** Replaces the desk's opening hours. @throws Refusal notPermitted, badInput */
export function changeDeskHours(_state: Desk, input: unknown, ctx: DeskContext): DeskEvent[] {
  keeper(ctx);
  return [{ type: 'DeskHoursChanged', data: { orgId: ctx.orgId, ...read(deskHoursInputSchema, input) } }];
}

/** Names the couriers. Those left out get their usual names back. @throws Refusal notPermitted, badInput */
export function nameCouriers(_state: Desk, input: unknown, ctx: DeskContext): DeskEvent[] {
  keeper(ctx);
  return [{ type: 'CouriersNamed', data: { orgId: ctx.orgId, ...read(courierNamesInputSchema, input) } }];
}

/** Adds a holiday or a worked weekend day. @throws Refusal notPermitted, badInput */
export function addSpecialDay({ days }: Desk, input: unknown, ctx: DeskContext): DeskEvent[] {
  keeper(ctx);
  const added = read(specialDayInputSchema, input);
  const others = days.filter(one => one.day !== added.day);
  if (others.length >= daysMost) throw badField('', 'days-limit', { max: daysMost });
  return [{ type: 'DeskDayAdded', data: { orgId: ctx.orgId, ...added } }];
}

/** Removes a holiday or a worked weekend day. @throws Refusal notPermitted, notFound */
export function removeSpecialDay({ days }: Desk, which: string, ctx: DeskContext): DeskEvent[] {
  keeper(ctx);
  if (!days.some(one => one.day === which)) throw new Refusal('notFound');
  return [{ type: 'DeskDayRemoved', data: { orgId: ctx.orgId, day: which } }];
}

/** Adds a canned answer. @param cannedId id of the new answer. @throws Refusal notPermitted, badInput */
export function addCannedAnswer(
  { canned }: Desk,
  input: unknown,
  ctx: DeskContext & { cannedId: string },
): DeskEvent[] {
  keeper(ctx);
  const { order = (canned.at(-1)?.order ?? -1) + 1, ...content } = read(cannedAnswerInputSchema, input);
  if (canned.length >= cannedLimits.answers)
    throw badField('', 'canned-limit', { max: cannedLimits.answers });
  const { orgId, cannedId } = ctx;
  return [{ type: 'CannedAnswerKept', data: { orgId, cannedId, ...content, order } }];
}

function known({ canned }: Desk, id: string): CannedAnswer {
  const found = canned.find(one => one.id === id);
  if (!found) throw new Refusal('notFound');
  return found;
}

/** Changes a canned answer. @throws Refusal notPermitted, notFound, badInput */
export function changeCannedAnswer(
  state: Desk,
  input: unknown,
  ctx: DeskContext & { cannedId: string },
): DeskEvent[] {
  keeper(ctx);
  const { orgId, cannedId } = ctx;
  const before = known(state, cannedId);
  const { order = before.order, ...content } = read(cannedAnswerInputSchema, input);
  return [{ type: 'CannedAnswerKept', data: { orgId, cannedId, ...content, order } }];
}

/** Removes a canned answer. @throws Refusal notPermitted, notFound */
export function removeCannedAnswer(
  state: Desk,
  { cannedId, ...ctx }: DeskContext & { cannedId: string },
): DeskEvent[] {
  keeper(ctx);
  return [{ type: 'CannedAnswerRemoved', data: { orgId: ctx.orgId, cannedId: known(state, cannedId).id } }];
}

/** Starts or ends the viewer's own duty at the desk. @throws Refusal notPermitted, badInput */
export function changeDuty(_state: Desk, input: unknown, { orgId, viewer }: DeskContext): DeskEvent[] {
  if (viewer.orgId !== orgId || !mayBeOnDuty(viewer)) throw new Refusal('notPermitted');
  const { on } = read(dutyInputSchema, input);
  return [{ type: on ? 'DutyTaken' : 'DutyLeft', data: { orgId, personId: viewer.id } }];
}

/** The stream of an organisation's desk and its fold. */
export const deskFold = { kind: 'desk', streamOf: deskStreamOf, empty: noDesk, evolve: evolveDesk } as const;
