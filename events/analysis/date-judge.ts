/** Judges the dates of replayed forecasts once they have passed. Pure. */
import { dayNumber, dayOfNumber } from '../case/calendar.ts';
import { type PaceStep, paceSteps } from '../forecast/forecast.ts';
import {
  type CalibrationCell,
  createCalibrationCube,
  halfShareIndex,
  mostShareIndex,
  type ReplayedShare,
  replayedShares,
} from './calibration-cube.ts';
import type { ReachedDays } from './similar-counts.ts';

/** The dates that one figure counts: of a step and a share, either those that were kept or those that were not. */
export type DatesOfFigure = { step: PaceStep; share: ReplayedShare; kept: boolean };

export type DateJudgeOptions = {
  /** ISO time of the judgement. Steps reached later count as unknown, and later dates have not passed. */
  asOf: string;
  /** Only dates due on these days, yyyy-mm-dd, inclusive. */
  from?: string;
  to?: string;
  /** Lists these dates. Default: none. */
  behind?: DatesOfFigure;
};

/** One date that has passed. Days are yyyy-mm-dd. */
export type JudgedDate = {
  /** Index of the case. */
  index: number;
  /** Step at which the forecast was made, and its day. */
  from: PaceStep;
  said: string;
  due: string;
  /** Day on which the case arrived; null if it has not. */
  arrived: string | null;
};

/** Largest number of dates that are listed. If there are more, those due last are listed. */
const judgedDatesMost = 1000;

/** A forecast with the dates of each share, in days from `today`; null if not known. Steps are indexes. */
type SaidDates = {
  index: number;
  final: ReachedDays;
  from: number;
  to: number;
  today: number;
  days: (number | null)[];
};
type Listed = Pick<SaidDates, 'index' | 'from' | 'today'> & { due: number; arrived: number | undefined };

/** True if by a day the case has reached a step later than this one, so that it will not reach this one any more. */
const endedWithout = (final: ReachedDays, step: number, day: number): boolean =>
  final.some((at, i) => i > step && at !== undefined && at <= day);

const countWidth = ({ widths }: CalibrationCell, days: number) =>
  widths.set(days, (widths.get(days) ?? 0) + 1);

export function createDateJudge({ asOf, from, to, behind }: DateJudgeOptions) {
  const cube = createCalibrationCube();
  const asOfDay = dayNumber(asOf.slice(0, 10));
  const firstDay = from === undefined ? Number.NEGATIVE_INFINITY : dayNumber(from);
  const lastDay = to === undefined ? Number.POSITIVE_INFINITY : dayNumber(to);
  const listedStep = behind ? paceSteps.indexOf(behind.step) : -1;
  const listedShare = behind ? replayedShares.indexOf(behind.share) : -1;
  const listed: Listed[] = [];

  /** Whether a forecast date was kept; undefined if the case ended without the step. */
  const isKept = ({ final, to: step }: SaidDates, due: number): boolean | undefined => {
    const arrived = final[step];
    if (arrived !== undefined && arrived <= due) return true;
    return endedWithout(final, step, due) ? undefined : false;
  };
  const tallyShare = (said: SaidDates, share: number, days: number) => {
    const due = said.today + days;
    if (due < firstDay || due > lastDay) return;
    const cell = cube.cellOf(due, said.from, said.to);
    const tally = cell.kept[share];
    if (!tally) return;
    tally.said += 1;
    const latest = said.days[mostShareIndex] ?? null;
    if (share === halfShareIndex && latest !== null) countWidth(cell, latest - days);
    // Judges a date only once its day has passed, even if the case has arrived before. Otherwise only fast cases would
    // count.
    if (due >= asOfDay) return;
    const kept = isKept(said, due);
    if (kept === undefined) {
      tally.ended += 1;
      return;
    }
    tally.passed += 1;
    if (kept) tally.came += 1;
    if (said.to === listedStep && share === listedShare && kept === behind?.kept)
      listed.push({
        index: said.index,
        from: said.from,
        today: said.today,
        due,
        arrived: said.final[said.to],
      });
  };
  return {
    /** Tallies the dates of one forecast. */
    tally(said: SaidDates): void {
      for (const [share, days] of said.days.entries()) {
        if (days === null) break;
        tallyShare(said, share, days);
      }
    },
    cells: (): CalibrationCell[] => [...cube.cells.values()],
    /** The listed dates, the latest due first. */
    dates: (): JudgedDate[] =>
      listed
        .sort((a, b) => b.due - a.due || a.index - b.index)
        .slice(0, judgedDatesMost)
        .map(({ index, from: step, today, due, arrived }) => ({
          index,
          from: paceSteps[step] ?? 'submitted',
          said: dayOfNumber(today),
          due: dayOfNumber(due),
          arrived: arrived === undefined ? null : dayOfNumber(arrived),
        })),
  };
}
