/** A change requested by a reviewer, as data. Schemas: change-schema.ts. */
import type * as z from 'zod/mini';
import type { recordedChangeSchema } from './change-schema.ts';
import { type MovementAxis, unitOfAxis } from './movement.ts';

export type RequestedChange = z.infer<typeof recordedChangeSchema>;
export type MovementChange = Extract<RequestedChange, { what: 'movement' }>;

/**
 * `total`: movement wanted from the start to the stage. `by`: movement wanted in addition to that of the
 * version reviewed. Signs as in movement.ts.
 */
export const amountBases = ['total', 'by'] as const;
export type AmountBasis = (typeof amountBases)[number];

/** Largest amount that can be requested, in either direction. */
export const maxRequestAmount = { mm: 15, deg: 90 } as const;

/** Unit of the change's value. An attachment is 1 (present) or 0. */
export const unitOfChange = (of: RequestedChange): 'mm' | 'deg' | 'yes-no' =>
  of.what === 'movement' ? unitOfAxis(of.axis) : of.what === 'ipr' ? 'mm' : 'yes-no';

/** Names of an axis's positive and negative direction. */
export const directionsByAxis = {
  extrusion: ['extrude', 'intrude'],
  buccal: ['buccal', 'lingual'],
  mesial: ['mesial', 'distal'],
  rotation: ['rotate-mesial', 'rotate-distal'],
  tip: ['tip-mesial', 'tip-distal'],
  torque: ['torque-buccal', 'torque-lingual'],
} as const satisfies Record<MovementAxis, readonly [plus: string, minus: string]>;
export type MovementDirection = (typeof directionsByAxis)[MovementAxis][number];
export const movementDirectionOf = (axis: MovementAxis, amount: number): MovementDirection =>
  directionsByAxis[axis][amount < 0 ? 1 : 0];
