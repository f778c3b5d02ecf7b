/** The answer of GET /api/reports/forecasts, from a calibration. */
import { type KeptDateCounts, medianIntervalWidth, sumOfCells } from '#events/analysis/calibration-cube.ts';
import type { DatesOfFigure } from '#events/analysis/date-judge.ts';
import { type PaceStep, paceSteps } from '#events/forecast/forecast.ts';
import { toWirePosition, type WirePosition } from '#events/wire.ts';
import type { ListPage } from '#projections/contract.ts';
import type { ForecastCalibration, ForecastDate } from '../analysis/forecast-calibration.ts';

/** What the items are split by. Months are those in which the dates are due. */
export const forecastSplits = ['step', 'from', 'month'] as const;
export type ForecastSplit = (typeof forecastSplits)[number];

type ForecastReportItem = {
  /**
   * Depends on the question's `by`: the step that was forecast, the step from which it was forecast, or the month
   * (yyyy-mm).
   */
  key: string;
  /** Dates by the share that they promised, ascending. */
  kept: KeptDateCounts[];
  /** Median number of days between the date with 50 % and the date with 85 %; null without both. */
  width: number | null;
};

export type ForecastReport = {
  items: ForecastReportItem[];
  total: number;
  position: WirePosition;
  /** ISO time until which steps are known and dates have passed. */
  clock: string;
  /** Cases that the forecasts are about, and pairs of a reached step and a later one. */
  cases: number;
  forecasts: number;
  /**
   * Left out: cases without a submission (`drafts`), cases of erased patients, forecasts without a date because of too
   * few cases, and forecasts whose result is still unknown.
   */
  leftOut: { drafts: number; erased: number; tooFew: number; unknown: number };
  /** Number of hidden cells. Always 0, because no item is split by facts from sealed parts. */
  suppressed: number;
};

/** @param step only the dates of this step */
export function forecastReportOf(
  logId: string,
  { cells, position, clock, cases, forecasts, drafts, erased, tooFew, unknown }: ForecastCalibration,
  { by, step }: { by: ForecastSplit; step?: PaceStep },
): ForecastReport {
  const groups = Map.groupBy(
    cells.filter(cell => step === undefined || cell.step === step),
    cell => cell[by],
  );
  const order = (key: string) => (by === 'month' ? key : String(paceSteps.indexOf(key as PaceStep)));
  const items = [...groups]
    .map(([key, group]): ForecastReportItem => {
      const { kept, widths } = sumOfCells(group);
      return { key, kept, width: medianIntervalWidth(widths) };
    })
    .sort((a, b) => (order(a.key) < order(b.key) ? -1 : 1));
  return {
    ...{ items, total: items.length, position: toWirePosition(logId, position), clock, cases, forecasts },
    ...{ leftOut: { drafts, erased, tooFew, unknown }, suppressed: 0 },
  };
}

/** A page of the dates behind one figure, the latest due first. */
export type ForecastDates = ListPage<ForecastDate> & {
  position: WirePosition;
  clock: string;
  /** True if there are more dates than a list holds. A shorter range shows the others. */
  more: boolean;
};

export function pageOfForecastDates(
  logId: string,
  { dates, cells, position, clock }: ForecastCalibration,
  { behind, page, size }: { behind: DatesOfFigure; page: number; size: number },
): ForecastDates {
  const { kept } = sumOfCells(cells.filter(cell => cell.step === behind.step));
  const { passed = 0, came = 0 } = kept.find(({ share }) => share === behind.share) ?? {};
  const counted = behind.kept ? came : passed - came;
  return {
    items: dates.slice((page - 1) * size, page * size),
    ...{ total: dates.length, page, size, position: toWirePosition(logId, position), clock },
    more: counted > dates.length,
  };
}
