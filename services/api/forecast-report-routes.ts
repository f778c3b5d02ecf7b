/** GET /api/reports/forecasts: whether the dates of forecasts were kept. */
import * as z from 'zod/mini';
import { replayPositions } from '#events/analysis/rights.ts';
import { day } from '#events/case/fields.ts';
import { badField, Refusal } from '#events/errors.ts';
import { paceSteps } from '#events/forecast/forecast.ts';
import { type LogPosition, START } from '#events/log-position.ts';
import { createForecastCalibrations } from '../analysis/forecast-calibration.ts';
import { checkRange, momentOf } from './analysis-query.ts';
import type { ApiDeps } from './deps.ts';
import { forecastReport, forecastSplits } from './forecast-report.ts';
import { signedGet } from './get-route.ts';
import type { Route } from './route.ts';

const query = z.strictObject({
  /** Days in UTC on which the dates are due, both inclusive. */
  from: z.optional(day),
  to: z.optional(day),
  asOf: z.optional(z.string().check(z.maxLength(40))),
  by: z.optional(z.enum(forecastSplits)),
  step: z.optional(z.enum(paceSteps)),
});

/**
 * The time of a point in time: of an event if it is a position. @throws Refusal positionForeign for a position beyond the
 * head, badInput for a time before the first event or still to come
 */
async function timeOf({ models, sealedLog, clock }: ApiDeps, asked: string): Promise<string> {
  const moment = momentOf(models.logId, asked);
  const eventAfter = async (after: LogPosition) => {
    for await (const event of sealedLog.readAll({ after, limit: 1 })) return event;
    return undefined;
  };
  if (typeof moment !== 'number') {
    if (moment.position > models.position()) throw new Refusal('positionForeign');
    const last = await sealedLog.lastUpTo(BigInt(moment.position));
    const event = last === START ? undefined : await eventAfter(await sealedLog.lastUpTo(last - 1n));
    if (!event) throw badField('asOf', 'before-first');
    return event.at;
  }
  if (moment > clock.now()) throw badField('asOf', 'date-future');
  const begin = await eventAfter(START);
  if (!begin || moment < Date.parse(begin.at)) throw badField('asOf', 'before-first');
  return new Date(moment).toISOString();
}

export function forecastReportRoutes(deps: ApiDeps): Route[] {
  const calibrations = createForecastCalibrations(deps.models, deps.clock);
  return [
    signedGet({
      path: '/api/reports/forecasts',
      rule: replayPositions,
      rights: ['analysisFacts'],
      tag: 'analysis',
      summary: 'How many of the dates of forecasts were kept, by the share of cases that they promised.',
      query,
      answer: async ({ viewer, query: parsed }) => {
        const { from, to, asOf, by = 'step', step } = parsed();
        if (from !== undefined && to !== undefined) checkRange(Date.parse(from), Date.parse(to));
        const until = asOf === undefined ? undefined : await timeOf(deps, asOf);
        const calibration = await calibrations.read(viewer.orgId, { from, to, asOf: until });
        return forecastReport(deps.models.logId, calibration, { by, step });
      },
    }),
  ];
}
