/** Events of a case's retainer orders. Each order has a lifecycle of its own. */
import * as z from 'zod/mini';
import { defineEvents } from '../case/event-definition.ts';
import { optionKeySchemaFor } from '../case/fields.ts';
import { caseFileSchema, fileNamesSchema } from '../case/files.ts';
import { TEETH } from '../tooth/fdi.ts';

export const fdiSchema = z.literal(TEETH as [(typeof TEETH)[number]]);

/** The model on which one arch's retainer is made; `stage`, `order` or `fileId` as its kind requires. */
const basis = z.object({
  kind: optionKeySchemaFor('retainerBasis'),
  stage: z.nullable(z.int()),
  /** Number of the earlier retainer order whose model is used. */
  order: z.nullable(z.int()),
  fileId: z.nullable(z.string()),
});
export type RetainerBasis = z.infer<typeof basis>;

export const retainerEvents = defineEvents({
  RetainerApplied: {
    reaches: [],
    data: z.object({
      retainer: z.int(),
      type: optionKeySchemaFor('retainerType'),
      arch: optionKeySchemaFor('retainerArch'),
      upper: z.nullable(basis),
      lower: z.nullable(basis),
      /** Teeth that a pontic replaces; empty is the specification's "none". */
      pontics: z.array(fdiSchema),
      /** Lingual fixed retainer, 0 (none) to 3. */
      fixed: optionKeySchemaFor('retainerFixed'),
      /** Number of retainers per arch. */
      quantity: z.int(),
      files: z.array(caseFileSchema),
    }),
    personal: z.extend(fileNamesSchema, { address: z.string(), note: z.optional(z.string()) }),
    erased: { names: {}, address: '' },
  },
  RetainerProduced: { reaches: [], data: z.object({ retainer: z.int() }) },
  RetainerDelivered: {
    reaches: [],
    data: z.object({ retainer: z.int(), courier: optionKeySchemaFor('courier'), trackingNumber: z.string() }),
  },
  RetainerReceived: { reaches: [], data: z.object({ retainer: z.int() }) },
});
