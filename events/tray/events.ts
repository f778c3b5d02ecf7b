/** Events of a replacement tray, which has a lifecycle of its own. */
import * as z from 'zod/mini';
import { defineEvents } from '../case/event-definition.ts';
import { optionKeySchemaFor } from '../case/fields.ts';

export const trayReasons = ['lost', 'broken', 'does-not-fit', 'other'] as const;
export const archSchema = z.enum(['upper', 'lower']);

export const trayEvents = defineEvents({
  TrayOrdered: {
    reaches: [],
    data: z.object({
      tray: z.int(),
      arch: archSchema,
      stage: z.int(),
      reason: z.enum(trayReasons),
      /** SHA-256 of the plan that it is made from. */
      bundle: z.string(),
    }),
    personal: z.object({ note: z.optional(z.string()) }),
    erased: {},
  },
  TrayShipped: {
    reaches: [],
    data: z.object({ tray: z.int(), courier: optionKeySchemaFor('courier'), trackingNumber: z.string() }),
  },
  TrayReceived: { reaches: [], data: z.object({ tray: z.int() }) },
});
