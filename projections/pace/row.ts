/** The row `pace`: when a case reached each step. Like cases are counted by the days between two steps, never listed. */
import { dayIn, daysBetween } from '#events/case/calendar.ts';
import type { CaseState } from '#events/case/case.ts';
import { type Group, statuses } from '#events/case/status.ts';
import {
  type Expected,
  forecast,
  type PaceStep,
  paceSteps,
  type Reached,
} from '#events/forecast/forecast.ts';
import type { Own } from '../found.ts';
import { type DerivedView, nobody, type Sight } from '../view.ts';

/** When each step was first reached, ISO times. */
export type ReachedAt = Partial<Record<PaceStep, string>>;
type PaceRow = { servedBy: string; method: number | null; reached: ReachedAt };

/** Between two times, in whole days; the same for clinics everywhere, so that their cases can be counted together. */
const paceDays = (from: string, to: string): number =>
  Math.max(0, daysBetween(from.slice(0, 10), to.slice(0, 10)));

/** What is behind a case: a step that is to be taken again, as after a refusal, is not; later on all that was reached. */
const behind: Partial<Record<Group, readonly PaceStep[]>> = {
  draft: [],
  toAccept: ['submitted'],
  toDistribute: ['submitted'],
  design: ['submitted'],
  expert: ['submitted', 'designed'],
  doctor: ['submitted', 'designed'],
};

export function reachedBy(s: CaseState): ReachedAt {
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

/** When it is for whoever asks: an ISO time, and the zone whose days are told. */
export type Asked = { now: string; zone: string };

/** The days of what was reached by then, where the asking clinic is. */
export function reachedIn(reached: ReachedAt, { now, zone }: Asked): Reached {
  const known = paceSteps.flatMap(step => {
    const at = reached[step];
    return at !== undefined && at <= now ? [[step, dayIn(zone, Date.parse(at))]] : [];
  });
  return Object.fromEntries(known);
}

const roomOf = ({ servedBy, method }: PaceRow, from: PaceStep, to: PaceStep) =>
  `pace:${servedBy}:${method ?? 0}:${from}:${to}`;

/** One sight for each two steps that it reached; its group is the days between them. */
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
  /** What is to be expected of a case, whoever asks: whether they see it is the caller's to know. */
  forecastOf(caseId: string, asked: Asked): Expected[];
};

/** Cases that are left out at most because the log dates them later than now. */
const mostAhead = 1000;

function createReads({ find, histogram, idsAfter }: Own<never>): PaceReads {
  /** Days and how many cases took them; a step that is dated later than now, as by a clock that runs ahead, is not known yet. */
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
      return forecast(reachedIn(row.reached, asked), like, dayIn(asked.zone, Date.parse(asked.now)));
    },
  };
}

export const pace = {
  name: 'pace',
  version: 2,
  keep: 1000,
  from: 'case',
  derive: s =>
    s.deleted
      ? null
      : { servedBy: s.servedBy, method: s.sections.prescription.method ?? null, reached: reachedBy(s) },
  lists: { pace: ['at'] },
  sights,
  present: nobody,
  reads: createReads,
} satisfies DerivedView<PaceRow, never, CaseState>;
