/**
 * The wear of a case: the record, holds, extensions and reported changes. Nothing is stored as time passes: the
 * record holds days, and the aligner of a day is computed on reading (wear-calendar.ts).
 */
import { limits } from '../case/limits.ts';
import type { CaseEvent } from '../case/stream.ts';
import type { missedReasons, wearCheckKinds, wearCheckResults, wearReporters } from './events.ts';

export type WearHold = { from: string; until: string | null };
type WearChange = { stage: number; on: string; by: (typeof wearReporters)[number] };
/** The data that the schedule follows from. */
export type WearSchedule = {
  /** First day of the first aligner. */
  start: string;
  /** The aligner that the record begins with. */
  stage: number;
  /** Agreed days of wear for each aligner. */
  days: number;
  /** Holds of the wear in order of their days. Only the last may be open. */
  holds: WearHold[];
  /** Extra days of an aligner, by its stage. */
  longer: Record<number, number>;
  /** Reported changes, in order of their days. */
  changes: WearChange[];
};
export type WearRecord = WearSchedule & { by: string; at: string };
export type WearCheck = {
  check: number;
  on: string;
  kind: (typeof wearCheckKinds)[number];
  result: (typeof wearCheckResults)[number];
  hours: number | null;
  next: string | null;
  note: string | null;
  by: string;
  at: string;
};

/** An aligner that the patient reported as not wearable. */
export type MissedAligner = {
  missed: number;
  arch: 'upper' | 'lower';
  stage: number;
  reason: (typeof missedReasons)[number];
  /** The day of the loss or breakage, as stated by the patient. */
  on: string;
  at: string;
  /** Set once the aligner is ordered again, the clinic settles it otherwise, or the patient withdraws it. */
  settled: { by: string; at: string } | null;
};

export type CaseWearState = { wear: WearRecord | null; checks: WearCheck[]; missed: MissedAligner[] };
export const noWear: CaseWearState = { wear: null, checks: [], missed: [] };

/** ISO time until which the patient may withdraw a report. */
export const withdrawableUntil = ({ at }: Pick<MissedAligner, 'at'>): string =>
  new Date(Date.parse(at) + limits.takeBackMs).toISOString();

/** Reports that the clinic has not settled. */
export const unsettledMissedReports = (missed: readonly MissedAligner[]): MissedAligner[] =>
  missed.filter(one => one.settled === null);

type Where = { by: string; at: string };

const changed = (part: CaseWearState, change: (wear: WearRecord) => Partial<WearRecord>): CaseWearState =>
  part.wear ? { ...part, wear: { ...part.wear, ...change(part.wear) } } : part;

const settled = (
  part: CaseWearState,
  isMeant: (one: MissedAligner) => boolean,
  where: Where,
): CaseWearState =>
  part.missed.some(one => one.settled === null && isMeant(one))
    ? {
        ...part,
        missed: part.missed.map(one =>
          one.settled === null && isMeant(one) ? { ...one, settled: where } : one,
        ),
      }
    : part;

/** Whether a day is in a hold. Every day after an open hold began is. */
export const isHeldOn = ({ from, until }: WearHold, day: string) =>
  from <= day && (until === null || day < until);

/** Folds an event into the wear. Returns the same object for unrelated events. */
export function evolveWear(part: CaseWearState, e: CaseEvent, { by, at }: Where): CaseWearState {
  switch (e.type) {
    case 'WearRecorded':
      return { ...part, wear: { ...e.data, by, at, holds: [], longer: {}, changes: [] } };
    case 'WearHeld':
      return changed(part, ({ holds }) => ({ holds: [...holds, e.data] }));
    case 'WearResumed':
      return changed(part, ({ holds }) => ({
        holds: holds.map(hold => (isHeldOn(hold, e.data.on) ? { ...hold, until: e.data.on } : hold)),
      }));
    case 'WearExtended': {
      const { stage, days } = e.data;
      return changed(part, ({ longer }) => ({ longer: { ...longer, [stage]: (longer[stage] ?? 0) + days } }));
    }
    case 'AlignerChanged':
      return changed(part, ({ changes }) => ({ changes: [...changes, e.data] }));
    case 'AlignerMissed':
      return { ...part, missed: [...part.missed, { ...e.data, at, settled: null }] };
    case 'MissedSettled':
    case 'MissedTakenBack':
      return settled(part, one => one.missed === e.data.missed, { by, at });
    case 'TrayOrdered':
      return settled(part, one => one.arch === e.data.arch && one.stage === e.data.stage, { by, at });
    case 'WearChecked':
      return {
        ...part,
        checks: [...part.checks, { ...e.data, note: e.personal.note ?? null, by, at }],
      };
    default:
      return part;
  }
}
