/**
 * Events of a patient's data requests: to erase the patient, or to make the patient's own copy. One stream for each
 * patient, so that two confirmers, or a withdrawal and a confirmation, are decided in order.
 */
import * as z from 'zod/mini';
import { defineEvents, type EventsOf } from '../case/event-definition.ts';

export const dataRequestKinds = ['erasure', 'copy'] as const;
export type DataRequestKind = (typeof dataRequestKinds)[number];

export const copyLanguages = ['en', 'zh-CN'] as const;
export type CopyLanguage = (typeof copyLanguages)[number];

const which = { request: z.int() };

export const dataRequestEvents = defineEvents({
  DataRequested: {
    reaches: [],
    data: z.object({
      ...which,
      kind: z.enum(dataRequestKinds),
      /** The patient's cases when the request was made, the first one first. */
      cases: z.array(z.string()),
      ownerId: z.string(),
      servedBy: z.string(),
      /** A doctor whom the asker named as the second person. */
      colleagueId: z.nullable(z.string()),
      /** The asker stated that the record is kept elsewhere for as long as the law asks. */
      keptElsewhere: z.boolean(),
      /** Language of the copy. */
      lang: z.enum(copyLanguages),
    }),
    personal: z.object({ reason: z.string() }),
    erased: { reason: '' },
  },
  DataRequestConfirmed: { reaches: [], data: z.object(which) },
  /** Withdrawn by the asker, or declined by a person who could have confirmed. */
  DataRequestWithdrawn: { reaches: [], data: z.object(which) },
  PatientErasureDone: { reaches: [], data: z.object(which) },
  PatientCopyMade: {
    reaches: [],
    data: z.object({
      ...which,
      bytes: z.int(),
      files: z.int(),
      /** ISO time at which the copy is deleted. */
      until: z.string(),
    }),
  },
  /** The copy is no longer made, or was deleted before its time. */
  PatientCopyStopped: { reaches: [], data: z.object(which) },
});

export type DataRequestEvent = EventsOf<typeof dataRequestEvents>;
