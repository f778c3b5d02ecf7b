/** GET /api/reports/forecasts: whether the dates of forecasts were kept. */
import * as z from 'zod/mini';
import { replayPositions } from '#events/analysis/rights.ts';
import { dayNumber } from '#events/case/calendar.ts';
import { day } from '#events/case/fields.ts';
import { badField, Refusal } from '#events/errors.ts';
import { paceSteps } from '#events/forecast/forecast.ts';
import { START } from '#events/log-position.ts';
import { createForecastCalibrations } from '../analysis/forecast-calibration.ts';
import { isoNow } from '../clock/clock.ts';
import { pointInTime } from './case-routes.ts';
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

const longestRangeDays = 3653;

/** @throws Refusal badInput */
function checkRange(from: string | undefined, to: string | undefined): void {
  if (from === undefined || to === undefined) return;
  if (to < from) throw badField('to', 'range-order');
  const days = dayNumber(to) - dayNumber(from);
  if (days > longestRangeDays) throw badField('to', 'range-long', { days: longestRangeDays });
}

/**
 * The time of a point in time: of an event if it is a position. @throws Refusal positionForeign for a position beyond the
 * head, badInput for a time before the first event or still to come
 */
async function timeOf({ models, sealedLog, clock }: ApiDeps, asked: string): Promise<string> {
  const point = pointInTime(models.logId, asked);
  const first = (options: Parameters<typeof sealedLog.readAll>[0]) =>
    sealedLog
      .readAll({ ...options, limit: 1 })
      [Symbol.asyncIterator]()
      .next();
  if (typeof point === 'bigint') {
    if (point > models.position()) throw new Refusal('positionForeign');
    const last = await sealedLog.lastUpTo(point);
    const event = await first({ after: await sealedLog.lastUpTo(last - 1n) });
    if (last === START || event.done) throw badField('asOf', 'before-log');
    return event.value.at;
  }
  if (point > isoNow(clock)) throw badField('asOf', 'date-future');
  const begin = await first({});
  if (begin.done || point < begin.value.at) throw badField('asOf', 'before-log');
  return point;
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
        checkRange(from, to);
        const until = asOf === undefined ? undefined : await timeOf(deps, asOf);
        const calibration = await calibrations.read(viewer.orgId, { from, to, asOf: until });
        return forecastReport(deps.models.logId, calibration, { by, step });
      },
    }),
  ];
}
