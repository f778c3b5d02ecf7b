/**
 * Events of an analyst's saved question, `question-<id>`. Title and text may name somebody, so they are sealed with the
 * key of the question's owner.
 */
import * as z from 'zod/mini';
import { defineEvents, type EventsOf } from '../case/event-definition.ts';
import { recordedParamsSchema } from './params.ts';

export const chartKinds = ['bar', 'line'] as const;

/** Columns of the answer by their names: `x` along the axis, `y` as height. */
const chart = z.object({ kind: z.enum(chartKinds), x: z.string(), y: z.string() });

const content = z.object({
  title: z.string(),
  sql: z.string(),
  params: recordedParamsSchema,
  chart: z.nullable(chart),
  /** The moment at which it is asked: a position, a day or an ISO time. Absent: now, each time. */
  asOf: z.optional(z.string()),
});
export type QuestionContent = z.infer<typeof content>;

const which = { questionId: z.string(), ownerId: z.string() };

export const questionEvents = defineEvents({
  /** Replaces the whole content. After a removal it undoes the removal. */
  QuestionSaved: {
    reaches: [],
    data: z.object(which),
    personal: content,
    erased: { title: '', sql: '', params: {}, chart: null },
  },
  /** `orgId`: the organisation whose analysts may read it; null for none. */
  QuestionShared: { reaches: [], data: z.object({ ...which, orgId: z.nullable(z.string()) }) },
  QuestionRemoved: { reaches: [], data: z.object(which) },
});

export type QuestionEvent = EventsOf<typeof questionEvents>;

export const questionStreamPrefix = 'question-';
export const questionStreamOf = (questionId: string) => `${questionStreamPrefix}${questionId}`;
