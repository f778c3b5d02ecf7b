/** Similar cases of a case, and its forecast, from the histograms of `pace`. */
import { dayInZone, dayNumber } from '#events/case/calendar.ts';
import {
  type ForecastStep,
  forecastRemainingSteps,
  type PaceStep,
  type SimilarCases,
} from '#events/forecast/forecast.ts';
import { draftRoom, type Room, staffRoom } from '../rooms.ts';
import type { FoundRow, ViewRowReads } from '../row-access.ts';
import {
  type ForecastMoment,
  isStepBefore,
  lastPaceStep,
  type PaceRow,
  reachedStepDaysAt,
  type StepDuration,
  type StepPair,
  stepDurationOf,
} from './reached.ts';
import { paceRoomOfRow, parseOpenCaseGroup } from './sights.ts';

type PaceReads = {
  /** Expected days of the case's next steps. Callers check that the viewer sees the case. */
  forecastOf(caseId: string, asked: ForecastMoment): ForecastStep[];
  /** Ids of the submitted cases that an organisation serves, and the number of its drafts. */
  submittedCases(orgId: string): { ids: string[]; drafts: number };
  /** When a case first reached each step. Undefined if it was deleted. */
  pacedCase(caseId: string): Pick<PaceRow, 'method' | 'reached'> | undefined;
};

/** Most cases corrected because the log dates their steps later than now. */
const mostAhead = 1000;

type DayCounts = ReturnType<typeof createDayCounts>;

/** Number of cases by days. Empty days are absent. */
function createDayCounts() {
  const counts = new Map<number, number>();
  return {
    counts,
    add: (days: number, n: number) => {
      const sum = (counts.get(days) ?? 0) + n;
      if (sum === 0) counts.delete(days);
      else counts.set(days, sum);
    },
  };
}

export function createPaceReads({ find, histogram, idsBetween, pageOfIds }: ViewRowReads<never>): PaceReads {
  const stepsOf = (id: string) => find<PaceRow>('pace', id)?.row.reached ?? {};
  /** Counts of the store, which contain every step that the log has. */
  const counted = (
    row: PaceRow,
    [from, to]: StepPair,
    today: number,
  ): Record<keyof SimilarCases, DayCounts> => {
    const [arrived, open] = [createDayCounts(), createDayCounts()];
    for (const [days, n] of histogram('pace', paceRoomOfRow(row, from, to))) arrived.add(Number(days), n);
    for (const [group, n] of histogram('paceOpen', paceRoomOfRow(row, from))) {
      const { since, last } = parseOpenCaseGroup(group);
      if (isStepBefore(last, to)) open.add(Math.max(0, today - dayNumber(since)), n);
    }
    return { arrived, open };
  };
  /** Cases with steps between the two that are dated later than now, by a clock that runs ahead. */
  const aheadOf = (row: PaceRow, [from, to]: StepPair, now: string): string[] => {
    const read = (list: string, room: Room) =>
      idsBetween({ list, room, sort: 'at', after: now, descending: false, limit: mostAhead });
    const taken = [...new Set<PaceStep>([to, lastPaceStep])].map(step => paceRoomOfRow(row, from, step));
    return [...taken.flatMap(room => read('pace', room)), ...read('paceOpen', paceRoomOfRow(row, from))];
  };
  /** Similar cases as known at `now`, without the asked case. */
  const similar = ({ id, row, now }: FoundRow<PaceRow> & { now: string }, pair: StepPair): SimilarCases => {
    const counts = counted(row, pair, dayNumber(now.slice(0, 10)));
    const add = (life: StepDuration | undefined, n: number) =>
      life && counts[life.arrived ? 'arrived' : 'open'].add(life.days, n);
    for (const other of new Set([id, ...aheadOf(row, pair, now)])) {
      add(stepDurationOf(stepsOf(other), pair, { now }), -1);
      if (other !== id) add(stepDurationOf(stepsOf(other), pair, { now, known: now }), 1);
    }
    return { arrived: counts.arrived.counts, open: counts.open.counts };
  };
  return {
    submittedCases: orgId => {
      const cases = { list: 'cases', rooms: [staffRoom(orgId)], sort: 'id', descending: false };
      const { ids } = pageOfIds({ ...cases, offset: 0, limit: Number.MAX_SAFE_INTEGER });
      const drafts = [...histogram('cases', draftRoom(orgId)).values()];
      return { ids, drafts: drafts.reduce((sum, n) => sum + n, 0) };
    },
    pacedCase: caseId => find<PaceRow>('pace', caseId)?.row,
    forecastOf: (caseId, asked) => {
      const found = find<PaceRow>('pace', caseId);
      if (!found) return [];
      const like = (...pair: StepPair) => similar({ ...found, now: asked.now }, pair);
      return forecastRemainingSteps(
        reachedStepDaysAt(found.row, asked),
        like,
        dayInZone(asked.zone, Date.parse(asked.now)),
      );
    },
  };
}
