import * as z from 'zod/mini';
import { type Fdi, isFdi, parseContact } from './fdi.ts';

/** A permanent tooth's FDI code. */
export const fdiSchema = z.custom<Fdi>(isFdi);
const teeth = z.array(fdiSchema).check(
  z.maxLength(32),
  z.refine(list => new Set(list).size === list.length),
);
const contact = z.string().check(z.refine(key => parseContact(key) !== undefined));
// 0.6 is the posterior maximum in use; the chart itself offers 0.1 to 0.5.
const amount = z.number().check(z.minimum(0.1), z.maximum(0.6));

/** Shape of `Marks` at a boundary; whether the marks contradict each other is `conflicts`' question. */
export const marksSchema = z.strictObject({
  extract: teeth,
  noMove: teeth,
  noAttachment: teeth,
  reserveSpace: teeth,
  missing: teeth,
  ipr: z.array(z.strictObject({ contact, mm: z.optional(amount) })).check(z.maxLength(30)),
});
