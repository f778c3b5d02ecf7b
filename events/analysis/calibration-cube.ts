/** Tallies of replayed dates by month and pair of steps, and their sums. */
import { dayOfNumber } from '../case/calendar.ts';
import { forecastShares, type PaceStep, paceSteps } from '../forecast/forecast.ts';

/**
 * Shares whose dates are replayed. Case pages show the dates of 50 % and 85 %; the others complete the curve of the
 * report.
 */
export const replayedShares = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.85, 0.9] as const;

export type ReplayedShare = (typeof replayedShares)[number];
/** Indexes in `replayedShares` of the two shares that a case's page shows. */
export const halfShareIndex = replayedShares.indexOf(forecastShares.half);
export const mostShareIndex = replayedShares.indexOf(forecastShares.most);

/** How the dates of one share were kept. */
export type KeptDateCounts = {
  /** Share that the date promised, 0 to 1. */
  share: number;
  /**
   * `said` dates were forecast. `passed` of them have passed, for cases that could still arrive; `came` of those were
   * kept.
   */
  said: number;
  passed: number;
  came: number;
  /** Dates that passed after the case had ended without the step. */
  ended: number;
};

/** Dates due in one month, from one step to another. */
export type CalibrationCell = {
  /** yyyy-mm */
  month: string;
  from: PaceStep;
  step: PaceStep;
  /** In the order of `replayedShares`. */
  kept: KeptDateCounts[];
  /** Number of forecasts by width: the days between the dates promised with 50 % and with 85 %. */
  widths: Map<number, number>;
};

const noDates = (): KeptDateCounts[] =>
  replayedShares.map(share => ({ share, said: 0, passed: 0, came: 0, ended: 0 }));

export function createCalibrationCube() {
  const cells = new Map<string, CalibrationCell>();
  const months = new Map<number, (CalibrationCell | undefined)[]>();
  const create = (day: number, from: number, to: number): CalibrationCell => {
    const [month, start, step] = [dayOfNumber(day).slice(0, 7), paceSteps[from], paceSteps[to]];
    if (!start || !step) throw new Error(`no steps ${from} and ${to}`);
    const key = `${month} ${start} ${step}`;
    const cell = cells.get(key) ?? { month, from: start, step, kept: noDates(), widths: new Map() };
    cells.set(key, cell);
    return cell;
  };
  return {
    cells,
    /** The cell of the month of a day. @param from, to indexes of steps */
    cellOf(day: number, from: number, to: number): CalibrationCell {
      const known = months.get(day) ?? [];
      months.set(day, known);
      const pair = from * paceSteps.length + to;
      const cell = known[pair] ?? create(day, from, to);
      known[pair] = cell;
      return cell;
    },
  };
}

/** Adds up cells. */
export function sumOfCells(cells: readonly CalibrationCell[]): Pick<CalibrationCell, 'kept' | 'widths'> {
  const [kept, widths] = [noDates(), new Map<number, number>()];
  for (const cell of cells) {
    for (const [i, one] of cell.kept.entries()) {
      const sum = kept[i];
      if (!sum) continue;
      sum.said += one.said;
      sum.passed += one.passed;
      sum.came += one.came;
      sum.ended += one.ended;
    }
    for (const [days, n] of cell.widths) widths.set(days, (widths.get(days) ?? 0) + n);
  }
  return { kept, widths };
}

/** Median of the widths in days; null without any. */
export function medianIntervalWidth(widths: ReadonlyMap<number, number>): number | null {
  const total = [...widths.values()].reduce((sum, n) => sum + n, 0);
  let seen = 0;
  for (const [days, n] of [...widths].sort(([a], [b]) => a - b)) {
    seen += n;
    if (seen * 2 >= total) return days;
  }
  return null;
}
