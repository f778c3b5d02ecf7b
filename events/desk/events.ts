/** The events of a service desk, `desk-<organisation>`. */
import * as z from 'zod/mini';
import { defineEvents, type EventsOf } from '../case/event-definition.ts';

const org = { orgId: z.string() };
const hours = z.object({ from: z.number(), to: z.number() });
const both = z.object({ en: z.string(), 'zh-CN': z.string() });

export const deskEvents = defineEvents({
  /** Opening hours, Monday to Sunday, in minutes since midnight; null is closed. */
  DeskHoursChanged: { reaches: [], data: z.object({ ...org, week: z.array(z.nullable(hours)) }) },
  /** Adds a holiday or a worked weekend day. Replaces an earlier entry of the same day. */
  DeskDayAdded: {
    reaches: [],
    data: z.object({ ...org, day: z.string(), works: z.boolean(), name: z.string() }),
  },
  /** Sets the organisation's names of its couriers. A courier without an entry has its default name. */
  CouriersNamed: {
    reaches: [],
    data: z.object({ ...org, couriers: z.array(z.object({ courier: z.number(), name: both })) }),
  },
  DeskDayRemoved: { reaches: [], data: z.object({ ...org, day: z.string() }) },
  /** Adds or changes a canned answer. */
  CannedAnswerKept: {
    reaches: [],
    data: z.object({ ...org, cannedId: z.string(), title: both, text: both, order: z.number() }),
  },
  CannedAnswerRemoved: { reaches: [], data: z.object({ ...org, cannedId: z.string() }) },
  DutyTaken: { reaches: [], data: z.object({ ...org, personId: z.string() }) },
  DutyLeft: { reaches: [], data: z.object({ ...org, personId: z.string() }) },
});

export type DeskEvent = EventsOf<typeof deskEvents>;

export const deskStreamPrefix = 'desk-';
export const deskStreamOf = (orgId: string) => deskStreamPrefix + orgId;
