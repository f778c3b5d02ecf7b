/** GET /api/reports/forecasts: whether the dates of forecasts were kept. */
import * as z from 'zod/mini';
import { positionsSeeingReplay } from '#events/analysis/rights.ts';
import { daySchema } from '#events/case/fields.ts';
import { badField, Refusal } from '#events/errors.ts';
import { forecastShares, paceSteps } from '#events/forecast/forecast.ts';
import type { Viewer } from '#events/person/position.ts';
import { flagParamSchema, pagingParamSchemas } from '#projections/view-routes.ts';
import { createForecastCalibrations, type ForecastQuestion } from '../analysis/forecast-calibration.ts';
import { createFairSemaphore } from '../concurrency/fair-semaphore.ts';
import { checkAnalysisRange } from './analysis-query.ts';
import { zoneOfViewer } from './audit-query.ts';
import type { ApiDeps } from './deps.ts';
import { forecastReportOf, forecastSplits, pageOfForecastDates } from './forecast-report.ts';
import { signedGet } from './get-route.ts';
import { parsePointInTime, pointInTimeSchema } from './point-in-time.ts';
import type { Route } from './route.ts';

const rangeParams = {
  /** Days of the organisation's zone on which the dates are due, both inclusive. */
  from: z.optional(daySchema),
  to: z.optional(daySchema),
  /** A position of this log, a day or an ISO time. Default: now. */
  asOf: z.optional(pointInTimeSchema),
};
const query = z.strictObject({
  ...rangeParams,
  by: z.optional(z.enum(forecastSplits)),
  step: z.optional(z.enum(paceSteps)),
});
const datesQuery = z.strictObject({
  ...rangeParams,
  step: z.enum(paceSteps),
  /** Which date of a forecast: `half` is called likely on the case page, `most` latest. */
  share: z.enum(['half', 'most']),
  kept: flagParamSchema,
  ...pagingParamSchemas,
});
type Range = Pick<z.infer<typeof query>, 'from' | 'to' | 'asOf'>;

/**
 * Converts a point in time to a time; a position, to the log's clock there.
 * @throws Refusal positionForeign for a position beyond the head, badInput for a time before the first event or in the
 * future
 */
async function timeOf({ models, clock }: ApiDeps, viewer: Viewer, asked: string): Promise<string> {
  const point = parsePointInTime(models, viewer, asked);
  if (typeof point === 'number' && point > clock.now()) throw badField('asOf', 'date-future');
  if (typeof point === 'bigint' && point > models.position()) throw new Refusal('positionForeign');
  const moment = await models.past.moment(point);
  return new Date(typeof point === 'number' ? point : moment.clock).toISOString();
}

/** @throws Refusal badInput, positionForeign */
async function readRange(
  deps: ApiDeps,
  viewer: Viewer,
  { from, to, asOf }: Range,
): Promise<Range & { zone: string }> {
  if (from !== undefined && to !== undefined) checkAnalysisRange(Date.parse(from), Date.parse(to));
  const zone = zoneOfViewer(deps.models, viewer);
  return { from, to, zone, asOf: asOf === undefined ? undefined : await timeOf(deps, viewer, asOf) };
}

/** Limits of reports: one is computed at a time, and one person's many questions must not delay the others'. */
const limits = { atOnce: 1, perPerson: 8, waitMost: 64 };

const described = { rule: positionsSeeingReplay, rights: ['analysisFacts'], tag: 'analysis' } as const;

export function forecastReportRoutes(deps: ApiDeps): Route[] {
  const { models, clock } = deps;
  const calibrations = createForecastCalibrations(models, clock);
  const running = createFairSemaphore(limits);
  const read = ({ id, orgId }: Viewer, asked: ForecastQuestion) =>
    running.run(id, () => calibrations.read(orgId, asked));
  return [
    signedGet({
      ...described,
      path: '/api/reports/forecasts',
      summary: 'How many of the dates of forecasts were kept, by the share of cases that they promised.',
      query,
      answer: async ({ viewer, query: parsed }) => {
        const { by = 'step', step, ...range } = parsed();
        const calibration = await read(viewer, await readRange(deps, viewer, range));
        return forecastReportOf(models.logId, calibration, { by, step });
      },
    }),
    signedGet({
      ...described,
      path: '/api/reports/forecasts/dates',
      summary: 'The dates of one step that were kept, or were not, with their cases.',
      query: datesQuery,
      answer: async ({ viewer, query: parsed }) => {
        const { step, share, kept, page = 1, size = 20, ...range } = parsed();
        const behind = { step, share: forecastShares[share], kept };
        const asked = { ...(await readRange(deps, viewer, range)), behind };
        const calibration = await read(viewer, asked);
        return pageOfForecastDates(models.logId, calibration, { behind, page, size });
      },
    }),
  ];
}
