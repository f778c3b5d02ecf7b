/** Events of production and delivery: batches of stages, shipments, receipts. */

import * as z from 'zod/mini';
import { defineEvents } from '../case/event-definition.ts';
import { statusSchema } from '../case/events.ts';
import { optionKeySchemaFor, recordedReasonsSchema, stageRangeSchema } from '../case/fields.ts';
import { Status } from '../case/status.ts';

const stages = { upper: z.nullable(stageRangeSchema), lower: z.nullable(stageRangeSchema) };
const noted = { personal: z.object({ note: z.string() }), erased: { note: '' } } as const;

export const shipmentEvents = defineEvents({
  ProductionScheduled: {
    reaches: [Status.InProduction],
    data: z.object({ to: statusSchema, batch: z.int(), ...stages, bundle: z.string() }),
  },
  /** The batch is ready to deliver. The case stays in production until the batch is shipped. */
  BatchFinished: { reaches: [], data: z.object({ batch: z.int() }) },
  BatchFailed: {
    reaches: [Status.PrepareProduction],
    data: z.object({ to: statusSchema, batch: z.int(), reasons: recordedReasonsSchema }),
    ...noted,
  },
  BatchShipped: {
    reaches: [Status.Shipping],
    data: z.object({
      to: statusSchema,
      batch: z.int(),
      shipment: z.int(),
      courier: optionKeySchemaFor('courier'),
      trackingNumber: z.string(),
      ...stages,
      /** Trays of both arches. */
      quantity: z.int(),
      first: z.boolean(),
    }),
  },
  /** The corrected courier and number, and the previous ones. */
  ParcelCorrected: {
    reaches: [],
    data: z.object({
      shipment: z.int(),
      courier: optionKeySchemaFor('courier'),
      trackingNumber: z.string(),
      before: z.object({ courier: optionKeySchemaFor('courier'), trackingNumber: z.string() }),
    }),
  },
  ReceiptConfirmed: {
    reaches: [Status.AwaitingNextBatch, Status.AllSent],
    data: z.object({ to: statusSchema, shipment: z.int() }),
  },
  ShipmentLost: {
    reaches: [Status.PrepareProduction],
    data: z.object({ to: statusSchema, shipment: z.int() }),
    ...noted,
  },
  NextBatchOrdered: { reaches: [Status.PrepareProduction], data: z.object({ to: statusSchema }) },
});
