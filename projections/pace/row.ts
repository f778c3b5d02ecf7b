/** The row `pace`: when a case reached each step. Like cases are counted by the days between two steps, never listed. */
import { daysBetween } from '#events/case/calendar.ts';
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

type PaceRow = { servedBy: string; method: number | null; reached: Reached };

const dayOf = (at: string | null | undefined) => at?.slice(0, 10);

/** What is behind a case: a step that is to be taken again, as after a refusal, is not; later on all that was reached. */
const behind: Partial<Record<Group, readonly PaceStep[]>> = {
  draft: [],
  toAccept: ['submitted'],
  toDistribute: ['submitted'],
  design: ['submitted'],
  expert: ['submitted', 'designed'],
  doctor: ['submitted', 'designed'],
};

export function reachedBy(s: CaseState): Reached {
  const all: Record<PaceStep, string | undefined> = {
    submitted: dayOf(s.submittedAt),
    designed: dayOf(s.plans[0]?.at),
    doctor: dayOf(s.plans.find(plan => plan.doctor?.result === 'approved')?.doctor?.at),
    shipped: dayOf(s.shipments[0]?.at),
    received: dayOf(s.shipments.find(sent => sent.receivedAt)?.receivedAt),
    completed: dayOf(s.completion?.at),
  };
  const open = behind[statuses[s.status].group] ?? paceSteps;
  const steps = open.filter(step => all[step] !== undefined);
  return Object.fromEntries(steps.map(step => [step, all[step]]));
}

const roomOf = ({ servedBy, method }: PaceRow, from: PaceStep, to: PaceStep) =>
  `pace:${servedBy}:${method ?? 0}:${from}:${to}`;

/** One sight for each two steps that it reached; its group is the days between them. */
function sights(row: PaceRow): Sight[] {
  const reached = paceSteps.flatMap(step => {
    const day = row.reached[step];
    return day === undefined ? [] : [{ step, day }];
  });
  return reached.flatMap(({ step: from, day }, i) =>
    reached.slice(i + 1).map(({ step: to, day: then }) => ({
      list: 'pace',
      room: roomOf(row, from, to),
      group: String(Math.max(0, daysBetween(day, then))),
      sort: { day: then },
    })),
  );
}

export type PaceReads = {
  /** What is to be expected of a case, whoever asks: whether they see it is the caller's to know. @param today where its organisation is */
  forecastOf(caseId: string, today: string): Expected[];
};

function createReads({ find, histogram }: Own<never>): PaceReads {
  return {
    forecastOf: (caseId, today) => {
      const row = find<PaceRow>('pace', caseId)?.row;
      if (!row) return [];
      const durations = (from: PaceStep, to: PaceStep) =>
        new Map([...histogram('pace', roomOf(row, from, to))].map(([days, n]) => [Number(days), n]));
      return forecast(row.reached, durations, today);
    },
  };
}

export const pace = {
  name: 'pace',
  version: 1,
  keep: 1000,
  from: 'case',
  derive: s =>
    s.deleted
      ? null
      : { servedBy: s.servedBy, method: s.sections.prescription.method ?? null, reached: reachedBy(s) },
  lists: { pace: ['day'] },
  sights,
  present: nobody,
  reads: createReads,
} satisfies DerivedView<PaceRow, never, CaseState>;
