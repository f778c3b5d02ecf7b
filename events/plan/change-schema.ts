/** Schemas of change requests: as accepted now, and as stored in history. */
import * as z from 'zod/mini';
import { type Fdi, TEETH } from '../tooth/fdi.ts';
import { contactKeySchema } from '../tooth/schema.ts';
import { amountBases, maxRequestAmount } from './change.ts';
import { movementAxes, unitOfAxis } from './movement.ts';

export const fdiSchema = z.literal([...TEETH] as [Fdi], { error: 'tooth-unknown' });
export const stageSchema = z.int().check(z.minimum(0), z.maximum(200));
const movement = z
  .strictObject({
    what: z.literal('movement'),
    tooth: fdiSchema,
    axis: z.enum(movementAxes),
    kind: z.enum(amountBases),
    /** Requested amount: mm of a shift, degrees of a rotation. */
    amount: z.number(),
    /** Deadline as a stage. Default: the end. */
    stage: z.optional(stageSchema),
  })
  .check(
    z.refine(c => Math.abs(c.amount) <= maxRequestAmount[unitOfAxis(c.axis)], {
      error: 'amount-range',
      path: ['amount'],
    }),
    z.refine(c => c.kind !== 'by' || c.amount !== 0, { error: 'amount-zero', path: ['amount'] }),
  );
const ipr = z.strictObject({
  what: z.literal('ipr'),
  contact: contactKeySchema,
  /** IPR of both surfaces together over all stages, mm; 0 for none. */
  mm: z.number().check(z.minimum(0), z.maximum(1)),
});
const attachment = z.strictObject({
  what: z.literal('attachment'),
  tooth: fdiSchema,
  /** True requests an attachment; false requests that there is none. */
  on: z.boolean(),
});

/** Requests accepted now. */
export const changeInputSchema = z.discriminatedUnion('what', [movement, ipr, attachment]);

/** Requests in history, which today's ranges do not restrict. */
export const recordedChangeSchema = z.discriminatedUnion('what', [
  z.object({
    what: z.literal('movement'),
    tooth: fdiSchema,
    axis: z.enum(movementAxes),
    kind: z.enum(amountBases),
    amount: z.number(),
    stage: z.optional(z.int()),
  }),
  z.object({ what: z.literal('ipr'), contact: z.string(), mm: z.number() }),
  z.object({ what: z.literal('attachment'), tooth: fdiSchema, on: z.boolean() }),
]);
