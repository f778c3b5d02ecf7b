/** The events of production and delivery: batches of stages, shipments, receipts. */
import * as z from 'zod/mini';
import { family } from '../case/define.ts';
import { status } from '../case/events.ts';
import { option, stageRange } from '../case/fields.ts';

const stages = { upper: z.nullable(stageRange), lower: z.nullable(stageRange) };
const noted = { personal: z.object({ note: z.string() }), erased: { note: '' } } as const;

export const shipmentEvents = family({
  ProductionScheduled: {
    reaches: [17],
    data: z.object({ to: status, batch: z.int(), ...stages, bundle: z.string() }),
  },
  /** Made and checked, ready to deliver; the case stays in production until it is sent. */
  BatchFinished: { reaches: [], data: z.object({ batch: z.int() }) },
  BatchFailed: { reaches: [16], data: z.object({ to: status, batch: z.int() }), ...noted },
  BatchShipped: {
    reaches: [23],
    data: z.object({
      to: status,
      batch: z.int(),
      shipment: z.int(),
      courier: option('courier'),
      trackingNumber: z.string(),
      ...stages,
      /** Trays of both arches. */
      quantity: z.int(),
      first: z.boolean(),
    }),
  },
  /** Courier and number as they are from now on, and as they were. */
  ParcelCorrected: {
    reaches: [],
    data: z.object({
      shipment: z.int(),
      courier: option('courier'),
      trackingNumber: z.string(),
      before: z.object({ courier: option('courier'), trackingNumber: z.string() }),
    }),
  },
  ReceiptConfirmed: { reaches: [25, 30], data: z.object({ to: status, shipment: z.int() }) },
  ShipmentLost: { reaches: [16], data: z.object({ to: status, shipment: z.int() }), ...noted },
  NextBatchOrdered: { reaches: [16], data: z.object({ to: status }) },
});
