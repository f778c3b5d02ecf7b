/** Actions of production and delivery: schedule, ship and receive batches of stages. */

import * as z from 'zod/mini';
import { defineAction } from '../case/action-definition.ts';
import type { CaseState } from '../case/case.ts';
import { refuseWithoutDeliveryAddress } from '../case/delivery.ts';
import {
  noteSchema,
  optionKeySchemaFor,
  reasonsSchemaFor,
  type StageRange,
  stageRangeSchema,
  trackingNumberSchema,
} from '../case/fields.ts';
import { limits } from '../case/limits.ts';
import { Status } from '../case/status.ts';
import type { CaseEvent } from '../case/stream.ts';
import { badField, Refusal } from '../errors.ts';
import { approvedPlan } from '../plan/plan.ts';
import {
  type Batch,
  countTrays,
  nextStagesToShip,
  remainingStages,
  type Shipment,
  type StageRanges,
} from './shipment.ts';

const nothing = z.strictObject({});
const noted = z.strictObject({ note: noteSchema });
const stagesInput = { upper: z.optional(stageRangeSchema), lower: z.optional(stageRangeSchema) };
const scheduleInput = z.strictObject(stagesInput);
const parcelInput = { courier: optionKeySchemaFor('courier'), trackingNumber: trackingNumberSchema };
const shipInput = z.strictObject({ ...parcelInput, ...stagesInput });
const correctInput = z.strictObject(parcelInput);

/** Checks that a range starts at the next open stage of its arch and does not pass the last one. */
function within(
  arch: 'upper' | 'lower',
  wanted: StageRange | undefined,
  open: StageRange | null,
): StageRange | null {
  if (!wanted) return null;
  if (!open) throw badField(arch, 'arch-has-none');
  if (wanted.from !== open.from) throw badField(`${arch}.from`, 'stages-contiguous', { next: open.from });
  if (wanted.to > open.to) throw badField(`${arch}.to`, 'stages-past-end', { last: open.to });
  return wanted;
}

function chosen(
  input: { upper?: StageRange; lower?: StageRange },
  open: StageRanges,
  whole: StageRanges,
): StageRanges {
  const stages =
    input.upper || input.lower
      ? { upper: within('upper', input.upper, open.upper), lower: within('lower', input.lower, open.lower) }
      : whole;
  const count = countTrays(stages);
  if (count < limits.batchMin || count > limits.batchMax)
    throw badField('upper', 'batch-size', { min: limits.batchMin, max: limits.batchMax });
  return stages;
}

function schedule(s: CaseState, input: z.infer<typeof scheduleInput>): CaseEvent[] {
  const plan = approvedPlan(s);
  if (!plan) throw new Refusal('actionClosed');
  const open = remainingStages(s, plan);
  const stages = chosen(input, open, nextStagesToShip(open, limits.batchMax));
  return [
    {
      type: 'ProductionScheduled',
      data: { to: Status.InProduction, batch: s.batches + 1, ...stages, bundle: plan.bundle },
    },
  ];
}

function batchOf(s: CaseState): Batch {
  if (!s.batch) throw new Refusal('actionClosed');
  return s.batch;
}

/** Returns the shipment that is on its way. */
function underWay(s: CaseState): Shipment {
  const last = s.shipments[s.shipments.length - 1];
  if (!last || last.receivedAt || last.lost) throw new Refusal('actionClosed');
  return last;
}

function ship(s: CaseState, input: z.infer<typeof shipInput>): CaseEvent[] {
  const batch = batchOf(s);
  refuseWithoutDeliveryAddress(s);
  const stages = chosen(input, batch, { upper: batch.upper, lower: batch.lower });
  const { courier, trackingNumber: number } = input;
  const shipment = s.shipments.length + 1;
  const first = !s.shipments.some(sent => !sent.lost);
  const parcel = { batch: batch.batch, shipment, courier, trackingNumber: number };
  return [
    {
      type: 'BatchShipped',
      data: { to: Status.Shipping, ...parcel, ...stages, quantity: countTrays(stages), first },
    },
  ];
}

/** Changes only courier and tracking number; the parcel keeps its date and stages. */
function corrected(s: CaseState, to: z.infer<typeof correctInput>): CaseEvent[] {
  const { shipment, courier, trackingNumber: number } = underWay(s);
  if (to.courier === courier && to.trackingNumber === number) return [];
  const before = { courier, trackingNumber: number };
  return [{ type: 'ParcelCorrected', data: { shipment, ...to, before } }];
}

function received(s: CaseState): CaseEvent[] {
  const plan = approvedPlan(s);
  const open = plan ? remainingStages(s, plan) : { upper: null, lower: null };
  const to = countTrays(open) > 0 ? Status.AwaitingNextBatch : Status.AllSent;
  return [{ type: 'ReceiptConfirmed', data: { to, shipment: underWay(s).shipment } }];
}

export const shipmentActions = {
  scheduleProduction: defineAction({
    input: scheduleInput,
    example: { upper: { from: 1, to: 10 } },
    emit: schedule,
  }),
  finishBatch: defineAction({
    input: nothing,
    example: {},
    emit: s => {
      const { batch, finished } = batchOf(s);
      if (finished) throw new Refusal('actionClosed');
      return [{ type: 'BatchFinished', data: { batch } }];
    },
  }),
  batchFailed: defineAction({
    input: z.strictObject({ note: noteSchema, reasons: reasonsSchemaFor('batchFailed') }),
    example: { note: 'Two trays of the batch tore on trimming.', reasons: ['defect'] },
    emit: (s, input) => [
      {
        type: 'BatchFailed',
        data: { to: Status.PrepareProduction, batch: batchOf(s).batch, reasons: input.reasons },
        personal: { note: input.note },
      },
    ],
  }),
  ship: defineAction({
    input: shipInput,
    example: { courier: 2 as const, trackingNumber: 'EMS123456789' },
    emit: ship,
  }),
  correctParcel: defineAction({
    input: correctInput,
    example: { courier: 2 as const, trackingNumber: 'EMS987654321' },
    emit: corrected,
  }),
  confirmReceipt: defineAction({ input: nothing, example: {}, emit: received }),
  reportLost: defineAction({
    input: noted,
    example: { note: 'The courier cannot find the parcel.' },
    emit: (s, input) => [
      {
        type: 'ShipmentLost',
        data: { to: Status.PrepareProduction, shipment: underWay(s).shipment },
        personal: { note: input.note },
      },
    ],
  }),
  nextBatch: defineAction({
    input: nothing,
    example: {},
    emit: () => [{ type: 'NextBatchOrdered', data: { to: Status.PrepareProduction } }],
  }),
};
