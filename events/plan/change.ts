/** A change that a reviewer asks for, as data: what it is about, and how much. Its schemas stand in change-schema.ts. */
import type * as z from 'zod/mini';
import type { change } from './change-schema.ts';
import { type MovementAxis, unitOfAxis } from './movement.ts';

export type Change = z.infer<typeof change>;
export type MovementChange = Extract<Change, { what: 'movement' }>;

/**
 * `total`: the movement from the start to the stage is to be so much. `by`: it is to be so much more than it is in the
 * version that was looked at. Signs are movement.ts's.
 */
export const amountKinds = ['total', 'by'] as const;
export type AmountKind = (typeof amountKinds)[number];

/** The most that can be asked of a movement, either way. */
export const mostAmount = { mm: 15, deg: 90 } as const;

/** What a value of this change is counted in; an attachment is there (1) or not (0). */
export const unitOfChange = (of: Change): 'mm' | 'deg' | 'yes-no' =>
  of.what === 'movement' ? unitOfAxis(of.axis) : of.what === 'ipr' ? 'mm' : 'yes-no';

/** The way a movement goes, in a word: each axis has one for either sign. */
export const directions = {
  extrusion: ['extrude', 'intrude'],
  buccal: ['buccal', 'lingual'],
  mesial: ['mesial', 'distal'],
  rotation: ['rotate-mesial', 'rotate-distal'],
  tip: ['tip-mesial', 'tip-distal'],
  torque: ['torque-buccal', 'torque-lingual'],
} as const satisfies Record<MovementAxis, readonly [plus: string, minus: string]>;
export type Direction = (typeof directions)[MovementAxis][number];
export const directionOf = (axis: MovementAxis, amount: number): Direction =>
  directions[axis][amount < 0 ? 1 : 0];
