/** The row `pace`: when a case reached each step. Similar cases are counted by the days between two steps. */
import { dayIn, daysBetween } from '#events/case/calendar.ts';
import type { CaseState } from '#events/case/case.ts';
import { type Group, statuses } from '#events/case/status.ts';
import {
  type ForecastStep,
  forecast,
  type PaceStep,
  paceSteps,
  type ReachedSteps,
} from '#events/forecast/forecast.ts';
import { paceRoom } from '../rooms.ts';
import type { OwnRows } from '../row-access.ts';
import { type DerivedView, presentToNobody, type Sight } from '../view.ts';

/** ISO time at which each step was first reached. */
export type ReachedAt = Partial<Record<PaceStep, string>>;
type PaceRow = { servedBy: string; method: number | null; reached: ReachedAt };

/** Whole days between two times in UTC, so that cases of clinics everywhere are counted together. */
const paceDays = (from: string, to: string): number =>
  Math.max(0, daysBetween(from.slice(0, 10), to.slice(0, 10)));

/**
 * Steps that count as reached, by status group. A step that must be repeated, for example after a refusal, does not.
 * Groups missing here count every step reached.
 */
const behind: Partial<Record<Group, readonly PaceStep[]>> = {
  draft: [],
  toAccept: ['submitted'],
  toDistribute: ['submitted'],
  design: ['submitted'],
  expert: ['submitted', 'designed'],
  doctor: ['submitted', 'designed'],
};

export function reachedTimesOf(s: CaseState): ReachedAt {
  const all: Record<PaceStep, string | null | undefined> = {
    submitted: s.submittedAt,
    designed: s.plans[0]?.at,
    doctor: s.plans.find(plan => plan.doctor?.result === 'approved')?.doctor?.at,
    shipped: s.shipments[0]?.at,
    received: s.shipments.find(sent => sent.receivedAt)?.receivedAt,
    completed: s.completion?.at,
  };
  const open = behind[statuses[s.status].group] ?? paceSteps;
  return Object.fromEntries(open.flatMap(step => (all[step] ? [[step, all[step]]] : [])));
}

/** ISO time of the question, and the time zone of its days. */
export type ForecastQuestion = { now: string; zone: string };

/** The days on which steps were reached by `now`, in the zone of the asking clinic. */
export function reachedStepsIn(reached: ReachedAt, { now, zone }: ForecastQuestion): ReachedSteps {
  const known = paceSteps.flatMap(step => {
    const at = reached[step];
    return at !== undefined && at <= now ? [[step, dayIn(zone, Date.parse(at))]] : [];
  });
  return Object.fromEntries(known);
}

const roomOf = ({ servedBy, method }: PaceRow, from: PaceStep, to: PaceStep) =>
  paceRoom(servedBy, method ?? 0, from, to);

/** One sight for each pair of reached steps; its group is the number of days between them. */
function sights(row: PaceRow): Sight[] {
  const reached = paceSteps.flatMap(step => {
    const at = row.reached[step];
    return at === undefined ? [] : [{ step, at }];
  });
  return reached.flatMap(({ step: from, at }, i) =>
    reached.slice(i + 1).map(({ step: to, at: then }) => ({
      list: 'pace',
      room: roomOf(row, from, to),
      group: String(paceDays(at, then)),
      sort: { at: then },
    })),
  );
}

type PaceReads = {
  /** Expected days of the case's next steps. Callers check that the viewer sees the case. */
  forecastOf(caseId: string, asked: ForecastQuestion): ForecastStep[];
};

/** Most cases excluded because the log dates their steps later than now. */
const mostAhead = 1000;

function createReads({ find, histogram, idsAfter }: OwnRows<never>): PaceReads {
  /**
   * Number of cases by days between two steps. Steps dated later than now, by a clock that runs ahead, are excluded.
   */
  const durations = (row: PaceRow, from: PaceStep, to: PaceStep, now: string): Map<number, number> => {
    const room = roomOf(row, from, to);
    const groups = histogram('pace', room);
    const counts = new Map([...groups].map(([days, n]) => [Number(days), n]));
    for (const id of idsAfter('pace', room, [...groups.keys()], now, mostAhead)) {
      const { [from]: a = '', [to]: b = '' } = find<PaceRow>('pace', id)?.row.reached ?? {};
      const days = paceDays(a, b);
      counts.set(days, (counts.get(days) ?? 0) - 1);
    }
    return counts;
  };
  return {
    forecastOf: (caseId, asked) => {
      const row = find<PaceRow>('pace', caseId)?.row;
      if (!row) return [];
      const like = (from: PaceStep, to: PaceStep) => durations(row, from, to, asked.now);
      return forecast(reachedStepsIn(row.reached, asked), like, dayIn(asked.zone, Date.parse(asked.now)));
    },
  };
}

export const paceView = {
  name: 'pace',
  version: 2,
  keep: 1000,
  from: 'case',
  derive: s =>
    s.deleted
      ? null
      : { servedBy: s.servedBy, method: s.sections.prescription.method ?? null, reached: reachedTimesOf(s) },
  lists: { pace: ['at'] },
  sights,
  present: presentToNobody,
  reads: createReads,
} satisfies DerivedView<PaceRow, never, CaseState>;
