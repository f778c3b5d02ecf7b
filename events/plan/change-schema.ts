/** What a request for a change may hold: what is asked for now, and what history holds. */
import * as z from 'zod/mini';
import { type Fdi, TEETH } from '../tooth/fdi.ts';
import { contact } from '../tooth/schema.ts';
import { amountKinds, mostAmount } from './change.ts';
import { movementAxes, unitOfAxis } from './movement.ts';

export const fdi = z.literal([...TEETH] as [Fdi], { error: 'tooth-unknown' });
export const stage = z.int().check(z.minimum(0), z.maximum(200));
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
