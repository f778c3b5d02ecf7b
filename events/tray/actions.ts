/** Actions of a replacement tray: order, ship, receive. */
import * as z from 'zod/mini';
import { defineAction } from '../case/action-definition.ts';
import type { CaseState } from '../case/case.ts';
import { refuseWithoutDeliveryAddress } from '../case/delivery.ts';
import { noteSchema, optionKeySchemaFor, trackingNumberSchema } from '../case/fields.ts';
import { limits } from '../case/limits.ts';
import type { CaseEvent } from '../case/stream.ts';
import { badField, Refusal } from '../errors.ts';
import { approvedPlan } from '../plan/plan.ts';
import { parcelWithStage } from '../shipment/shipment.ts';
import { archSchema, trayReasons } from './events.ts';
import { type Tray, trayStatus } from './tray.ts';

const tray = z.int().check(z.minimum(1), z.maximum(999));
const orderInput = z.strictObject({
  arch: archSchema,
  stage: z.int().check(z.minimum(1), z.maximum(200)),
  reason: z.enum(trayReasons),
  note: z.optional(noteSchema),
});

function order(s: CaseState, input: z.infer<typeof orderInput>): CaseEvent[] {
  const plan = approvedPlan(s);
  if (!plan) throw new Refusal('actionClosed');
  const { note: said, ...asked } = input;
  const last = s.sent[asked.arch];
  if (last === 0) throw badField('arch', 'arch-has-none');
  if (asked.stage > last) throw badField('stage', 'stage-not-sent', { last });
  const open = s.trays.some(
    t => t.arch === asked.arch && t.stage === asked.stage && trayStatus(t) !== 'received',
  );
  if (open) throw badField('stage', 'tray-on-its-way');
  if (s.trays.length >= limits.trayOrders) throw badField('stage', 'too-many', { max: limits.trayOrders });
  // Uses the bundle of the original, because the same number in a later version may be another aligner.
  const bundle = parcelWithStage(s, asked.arch, asked.stage)?.bundle || plan.bundle;
  const data = { tray: s.trays.length + 1, ...asked, bundle };
  return [{ type: 'TrayOrdered', data, personal: { note: said } }];
}

/**
 * Returns a tray order at the required status.
 * @throws Refusal notFound if the case has no such order, actionClosed at another status
 */
function trayAt(s: CaseState, number: number, status: ReturnType<typeof trayStatus>): Tray {
  const found = s.trays.find(t => t.tray === number);
  if (!found) throw new Refusal('notFound');
  if (trayStatus(found) !== status) throw new Refusal('actionClosed');
  return found;
}

export const trayActions = {
  orderTray: defineAction({
    input: orderInput,
    example: { arch: 'upper' as const, stage: 4, reason: 'lost' as const },
    emit: order,
  }),
  shipTray: defineAction({
    input: z.strictObject({
      tray,
      courier: optionKeySchemaFor('courier'),
      trackingNumber: trackingNumberSchema,
    }),
    example: { tray: 1, courier: 2 as const, trackingNumber: 'EMS123456789' },
    emit: (s, input) => {
      const { tray: number } = trayAt(s, input.tray, 'ordered');
      refuseWithoutDeliveryAddress(s);
      return [{ type: 'TrayShipped', data: { ...input, tray: number } }];
    },
  }),
  receiveTray: defineAction({
    input: z.strictObject({ tray }),
    example: { tray: 1 },
    emit: (s, input) => [{ type: 'TrayReceived', data: { tray: trayAt(s, input.tray, 'shipped').tray } }],
  }),
};
