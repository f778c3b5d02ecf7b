/** Queries of the calls on the history of an organisation, and parsing of the moments that they name. */
import * as z from 'zod/mini';
import { monthPattern } from '#events/analysis/months.ts';
import { queueKinds } from '#events/analysis/queues.ts';
import type { TimeOrPosition } from '#events/analysis/track.ts';
import { statusCodes } from '#events/case/status.ts';
import { badField } from '#events/errors.ts';
import { choiceListParamSchemaFor, pagingParamSchemas } from '#projections/view-routes.ts';
import { type QueueStep, queueSteps } from './analysis-answers.ts';
import { type MomentModels, momentSchema, parsePointInTime, pointInTimeSchema } from './point-in-time.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const stepMs: Readonly<Record<QueueStep, number>> = { hour: HOUR_MS, day: DAY_MS, week: 7 * DAY_MS };

const YEARS = 10;
/** Length of the longest year, in ms. */
const YEAR_MS = 366 * DAY_MS;
/** Maximum number of times at which queues are counted: 83 days by hour, 5 years by day. */
const STEPS = 2000;
export const analysisLimits = { years: YEARS, steps: STEPS, page: 100 };

export const trackQuerySchema = z.strictObject({
  month: z.string().check(z.regex(monthPattern, { error: 'month-format' })),
});

export const queuesQuerySchema = z.strictObject({
  from: momentSchema,
  to: momentSchema,
  step: z.optional(z.enum(queueSteps)),
  by: z.optional(z.enum(queueKinds)),
});

export const casesAtMomentQuerySchema = z.strictObject({
  /** A position of this log, a day or an ISO time. Default: now. */
  asOf: z.optional(pointInTimeSchema),
  /** Status codes, separated by commas. Default: all. */
  status: z.optional(choiceListParamSchemaFor(statusCodes)),
  ...pagingParamSchemas,
});

export const caseOwnersQuerySchema = z.strictObject({
  asOf: z.optional(pointInTimeSchema),
  status: choiceListParamSchemaFor(statusCodes),
});

/** @throws Refusal badInput for a range that ends before it begins, or of more than ten years */
export function checkAnalysisRange(from: number, to: number): void {
  if (to < from) throw badField('to', 'range-order');
  if (to - from > YEARS * YEAR_MS) throw badField('to', 'range-long', { years: YEARS });
}

/** The times at which queues are counted, in ms: each step of the range, and its end. @throws Refusal badInput */
export function listQueueTimes({
  from,
  to,
  step = 'day',
}: {
  from: number;
  to: number;
  step?: QueueStep;
}): number[] {
  checkAnalysisRange(from, to);
  const count = Math.ceil((to - from) / stepMs[step]);
  if (count >= STEPS) throw badField('step', 'too-many-steps', { max: STEPS });
  return [...Array.from({ length: count }, (_, i) => from + i * stepMs[step]), to];
}

/** The moment that a text names: a time in ms or a position. @throws Refusal badInput, positionForeign */
export function parseTimeOrPosition(models: MomentModels, orgId: string, text: string): TimeOrPosition {
  const point = parsePointInTime(models, { orgId }, text);
  return typeof point === 'number' ? point : { position: Number(point) };
}
