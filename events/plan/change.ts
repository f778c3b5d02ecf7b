/** A change that a reviewer asks for, as data: what it is about, and how much. */
import * as z from 'zod/mini';
import { type Fdi, isFdi, parseContact } from '../tooth/fdi.ts';
import { type MovementAxis, movementAxes, unitOfAxis } from './movement.ts';

export const fdi = z.custom<Fdi>(isFdi, { error: 'tooth-unknown' });
export const stage = z.int().check(z.minimum(0), z.maximum(200));
const contact = z
  .string()
  .check(z.refine(key => parseContact(key) !== undefined, { error: 'contact-unknown' }));

/**
 * `total`: the movement from the start to the stage is to be so much. `by`: it is to be so much more than it is in the
 * version that was looked at. Signs are movement.ts's.
 */
export const amountKinds = ['total', 'by'] as const;
export type AmountKind = (typeof amountKinds)[number];

/** The most that can be asked of a movement, either way. */
export const mostAmount = { mm: 15, deg: 90 } as const;

const movement = z
  .strictObject({
    what: z.literal('movement'),
    tooth: fdi,
    axis: z.enum(movementAxes),
    kind: z.enum(amountKinds),
    /** mm of a shift, degrees of a turn. */
    amount: z.number(),
    /** By which stage; left out: by the end. */
    stage: z.optional(stage),
  })
  .check(
    z.refine(c => Math.abs(c.amount) <= mostAmount[unitOfAxis(c.axis)], {
      error: 'amount-range',
      path: ['amount'],
    }),
    z.refine(c => c.kind !== 'by' || c.amount !== 0, { error: 'amount-zero', path: ['amount'] }),
  );
const ipr = z.strictObject({
  what: z.literal('ipr'),
  contact,
  /** Of both surfaces together, over all stages; 0: none. */
  mm: z.number().check(z.minimum(0), z.maximum(1)),
});
const attachment = z.strictObject({
  what: z.literal('attachment'),
  tooth: fdi,
  /** False: there is to be none. */
  on: z.boolean(),
});

/** What may be asked for now. */
export const changeInput = z.discriminatedUnion('what', [movement, ipr, attachment]);

/** What was asked for, as history holds it: today's ranges do not judge it. */
export const change = z.discriminatedUnion('what', [
  z.object({
    what: z.literal('movement'),
    tooth: fdi,
    axis: z.enum(movementAxes),
    kind: z.enum(amountKinds),
    amount: z.number(),
    stage: z.optional(z.int()),
  }),
  z.object({ what: z.literal('ipr'), contact: z.string(), mm: z.number() }),
  z.object({ what: z.literal('attachment'), tooth: fdi, on: z.boolean() }),
]);
export type Change = z.infer<typeof change>;
export type MovementChange = Extract<Change, { what: 'movement' }>;

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
