/** The events of a case's wear: the agreed schedule, holds and extensions, and reports. */
import * as z from 'zod/mini';
import { defineEvents } from '../case/event-definition.ts';
import { daySchema } from '../case/fields.ts';
import { archSchema } from '../tray/events.ts';

/** Reporters of a change of aligner. */
export const wearReporters = ['clinic', 'patient'] as const;
/** Reasons why a patient cannot wear an aligner. Also reasons of a replacement order. */
export const missedReasons = ['lost', 'broken'] as const;
/** Topics of a contact with the patient. */
export const wearCheckKinds = ['contact', 'compliance'] as const;
/** The clinic's rating of the patient's compliance. */
export const wearCheckResults = ['good', 'doubtful', 'poor'] as const;

export const wearEvents = defineEvents({
  /** Begins a record. Holds, extensions and reports before it belong to the previous record. */
  WearRecorded: {
    reaches: [],
    data: z.object({ start: daySchema, stage: z.int(), days: z.int() }),
  },
  /** Nothing is worn from `from` until the day before `until`, if known. */
  WearHeld: { reaches: [], data: z.object({ from: daySchema, until: z.nullable(daySchema) }) },
  /** Ends the open hold. `on` is the first day of wearing. */
  WearResumed: { reaches: [], data: z.object({ on: daySchema }) },
  /** The aligner `stage` is worn some days longer than agreed. */
  WearExtended: { reaches: [], data: z.object({ stage: z.int(), days: z.int() }) },
  /** The aligner `stage` is worn from the day `on`, regardless of the schedule. */
  AlignerChanged: {
    reaches: [],
    data: z.object({ stage: z.int(), on: daySchema, by: z.enum(wearReporters) }),
  },
  /** The patient reports on their page that an aligner cannot be worn. */
  AlignerMissed: {
    reaches: [],
    data: z.object({
      missed: z.int(),
      arch: archSchema,
      stage: z.int(),
      reason: z.enum(missedReasons),
      on: daySchema,
    }),
  },
  /** The patient withdraws a mistaken report of a missed aligner, on their page. */
  MissedTakenBack: { reaches: [], data: z.object({ missed: z.int() }) },
  /** The clinic settled a report without ordering the aligner again. */
  MissedSettled: { reaches: [], data: z.object({ missed: z.int() }) },
  WearChecked: {
    reaches: [],
    data: z.object({
      check: z.int(),
      on: daySchema,
      kind: z.enum(wearCheckKinds),
      result: z.enum(wearCheckResults),
      /** Hours of wear a day, as stated by the patient. */
      hours: z.nullable(z.number()),
      /** Day of the next check. */
      next: z.nullable(daySchema),
    }),
    personal: z.object({ note: z.optional(z.string()) }),
    erased: {},
  },
});
