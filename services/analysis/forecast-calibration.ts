/** Replays the forecasts of an organisation's cases, in slices between which the server answers other requests. */
import { setImmediate } from 'node:timers/promises';
import {
  type Calibration,
  type CalibrationOptions,
  type CaseWithStepTimes,
  calibrateInSlices,
} from '#events/analysis/calibrate.ts';
import type { JudgedDate } from '#events/analysis/date-judge.ts';
import { dayInZone } from '#events/case/calendar.ts';
import type { LogPosition } from '#events/log-position.ts';
import type { ReadModels } from '#projections/readmodels.ts';
import { type Clock, isoNow } from '../clock/clock.ts';
import { createMutex } from '../concurrency/mutex.ts';
import { createZonedTimeFormat } from './zoned-time.ts';

/** One date that has passed, with its case. */
export type ForecastDate = Omit<JudgedDate, 'index'> & { caseId: string };

/** A calibration, and the rows that it rests on. */
export type ForecastCalibration = Omit<Calibration, 'dates'> & {
  /** ISO time until which steps are known and dates have passed. */
  clock: string;
  /** Position of the rows. Steps after the question's `asOf` do not count. */
  position: LogPosition;
  /** Cases left out: drafts, and erased ones, whose method is gone. */
  drafts: number;
  erased: number;
  /** The dates behind one figure, if asked. */
  dates: ForecastDate[];
};

/** A question without `asOf` is about now. `zone`: the time zone of its days, in which case pages say their dates. */
export type ForecastQuestion = Omit<CalibrationOptions, 'asOf'> & { asOf?: string; zone: string };

export type ForecastCalibrations = {
  /** @param orgId the organisation that serves the cases */
  read(orgId: string, asked: ForecastQuestion): Promise<ForecastCalibration>;
};

/** Rows read between two turns of the event loop: a few milliseconds. */
const rowsPerSlice = 200;
/** Results kept: a screen asks for the same one several times, split in different ways. */
const keptMost = 16;

type CalibrationRows = Pick<ReadModels, 'position' | 'submittedCases' | 'pacedCase'>;

/** @param timeOf of the zone whose days count */
async function readCases(models: CalibrationRows, orgId: string, timeOf: (iso: string) => string) {
  const { ids, drafts } = models.submittedCases(orgId);
  const cases: CaseWithStepTimes[] = [];
  const caseIds: string[] = [];
  const left = { drafts, erased: 0 };
  for (const [i, id] of ids.entries()) {
    if (i > 0 && i % rowsPerSlice === 0) await setImmediate();
    const row = models.pacedCase(id);
    // Refused by the supervisor: a draft again.
    if (!row || Object.keys(row.reached).length === 0) left.drafts += 1;
    else if (row.method === null) left.erased += 1;
    else {
      const reached = Object.entries(row.reached).map(([step, at]) => [step, timeOf(at)]);
      cases.push({ kind: row.method, reached: Object.fromEntries(reached) });
      caseIds.push(id);
    }
  }
  return { cases, caseIds, ...left };
}

/** Creates the calibrations, which keep their newest results by the position of the rows. */
export function createForecastCalibrations(models: CalibrationRows, clock: Clock): ForecastCalibrations {
  const kept = new Map<string, ForecastCalibration>();
  const mutex = createMutex();

  const compute = async (
    orgId: string,
    { zone, ...asked }: CalibrationOptions & { zone: string },
  ): Promise<ForecastCalibration> => {
    const position = models.position();
    const timeOf = createZonedTimeFormat(zone);
    const { cases, caseIds, ...left } = await readCases(models, orgId, timeOf);
    const run = calibrateInSlices(cases, { ...asked, asOf: timeOf(asked.asOf) });
    for (let slice = run.next(); ; slice = run.next()) {
      if (slice.done) {
        const dates = slice.value.dates.map(({ index, ...date }) => ({
          caseId: caseIds[index] ?? '',
          ...date,
        }));
        return { ...slice.value, dates, ...left, position, clock: asked.asOf };
      }
      await setImmediate();
    }
  };
  const keep = (key: string, result: ForecastCalibration): ForecastCalibration => {
    const [oldest] = kept.keys();
    if (kept.size >= keptMost && oldest !== undefined) kept.delete(oldest);
    kept.set(key, result);
    return result;
  };
  return {
    // One at a time for the whole process: each takes a processor for about a second.
    read: (orgId, asked) =>
      mutex.hold('calibration', async () => {
        const now = isoNow(clock);
        // Between two events only a new day changes an answer about now.
        const until = asked.asOf ?? dayInZone(asked.zone, clock.now());
        const key = JSON.stringify([orgId, String(models.position()), { ...asked, asOf: until }]);
        return kept.get(key) ?? keep(key, await compute(orgId, { ...asked, asOf: asked.asOf ?? now }));
      }),
  };
}
