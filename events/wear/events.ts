/** How a patient wears the aligners of a case: what was agreed on, what put it off, what was reported. */
import * as z from 'zod/mini';
import { family } from '../case/define.ts';
import { day } from '../case/fields.ts';
import { arch } from '../tray/events.ts';

/** Who says that an aligner was changed. */
export const wearReporters = ['clinic', 'patient'] as const;
/** What a patient says of an aligner that can't be worn: reasons of an order, too. */
export const missedReasons = ['lost', 'broken'] as const;
/** What a contact with a patient was about. */
export const checkKinds = ['contact', 'compliance'] as const;
/** How well they are worn, as the clinic judges it. */
export const checkResults = ['good', 'doubtful', 'poor'] as const;

export const wearEvents = family({
  /** A record begins anew: what was held, put off or reported before belongs to the one before it. */
  WearRecorded: {
    reaches: [],
    data: z.object({ start: day, stage: z.int(), days: z.int() }),
  },
  /** Nothing is worn from `from` on; up to the day before `until` where that is known. */
  WearHeld: { reaches: [], data: z.object({ from: day, until: z.nullable(day) }) },
  /** The hold that is open ends: `on` is the first day of wearing. */
  WearResumed: { reaches: [], data: z.object({ on: day }) },
  /** The aligner `stage` is worn so many days longer than agreed. */
  WearExtended: { reaches: [], data: z.object({ stage: z.int(), days: z.int() }) },
  /** The aligner `stage` is worn from `on` on, whatever the calendar says. */
  AlignerChanged: {
    reaches: [],
    data: z.object({ stage: z.int(), on: day, by: z.enum(wearReporters) }),
  },
  /** The patient cannot wear an aligner, by the own page. */
  AlignerMissed: {
    reaches: [],
    data: z.object({
      missed: z.int(),
      arch,
      stage: z.int(),
      reason: z.enum(missedReasons),
      on: day,
    }),
  },
  /** The patient has said it by mistake, and takes it back by the own page. */
  MissedTakenBack: { reaches: [], data: z.object({ missed: z.int() }) },
  /** The clinic has dealt with it otherwise than by ordering the aligner again. */
  MissedSettled: { reaches: [], data: z.object({ missed: z.int() }) },
  WearChecked: {
    reaches: [],
    data: z.object({
      check: z.int(),
      on: day,
      kind: z.enum(checkKinds),
      result: z.enum(checkResults),
      /** Hours a day, as the patient says. */
      hours: z.nullable(z.number()),
      /** The day of the next one. */
      next: z.nullable(day),
    }),
    personal: z.object({ note: z.optional(z.string()) }),
    erased: {},
  },
});
