/** Events of the record of a treatment: pictures and scans of a day, chairside work, remarks. */
import * as z from 'zod/mini';
import { defineEvents } from '../case/event-definition.ts';
import { daySchema } from '../case/fields.ts';
import { caseFileSchema, fileNamesSchema } from '../case/files.ts';
import { fdiSchema } from '../retainer/events.ts';

/** Change of an attachment on a visit. */
export const attachmentChanges = ['bonded', 'lost', 'rebonded', 'removed'] as const;

/** IPR of one contact, between neighbours, mm. */
const reduced = z.object({ between: z.tuple([fdiSchema, fdiSchema]), mm: z.number() });
const attached = z.object({ tooth: fdiSchema, what: z.enum(attachmentChanges) });

export const processEvents = defineEvents({
  ProcessRecorded: {
    reaches: [],
    data: z.object({
      record: z.int(),
      /** The day on which the data were collected. */
      date: daySchema,
      /** The aligner that was worn. */
      stage: z.int(),
      files: z.array(caseFileSchema),
    }),
    personal: z.extend(fileNamesSchema, { remarks: z.optional(z.string()) }),
    erased: { names: {} },
  },
  ProcessRemoved: { reaches: [], data: z.object({ record: z.int() }) },
  VisitRecorded: {
    reaches: [],
    data: z.object({
      visit: z.int(),
      date: daySchema,
      stage: z.int(),
      ipr: z.array(reduced),
      attachments: z.array(attached),
    }),
    personal: z.object({ note: z.optional(z.string()) }),
    erased: {},
  },
  VisitRemoved: { reaches: [], data: z.object({ visit: z.int() }) },
  RemarksChanged: {
    reaches: [],
    data: z.object({}),
    personal: z.object({ text: z.string() }),
    erased: { text: '' },
  },
  /** Files of a case that belong to no section. */
  OtherFilesAdded: {
    reaches: [],
    data: z.object({ files: z.array(caseFileSchema) }),
    personal: fileNamesSchema,
    erased: { names: {} },
  },
});
