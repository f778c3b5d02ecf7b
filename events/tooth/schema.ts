import * as z from 'zod/mini';
import { type Fdi, isFdi, parseContact } from './fdi.ts';
import { IPR_AMOUNTS } from './marks.ts';

/** A permanent tooth's FDI code. */
const fdiSchema = z.custom<Fdi>(isFdi);
const teeth = z.array(fdiSchema).check(
  z.maxLength(32),
  z.refine(list => new Set(list).size === list.length),
);

/** Contact key: two teeth of one arch in screen order, `11-21`, `41-31`, `14-13`. */
export const contactKeySchema = z.string().check(
  z.maxLength('11-21'.length),
  z.refine(key => parseContact(key) !== undefined, { error: 'contact-unknown' }),
);

const [least, most] = [Math.min(...IPR_AMOUNTS), Math.max(...IPR_AMOUNTS)];
/** False for an amount between two permitted ones. The range check reports amounts outside the range. */
const isAmount = (mm: number) => mm < least || mm > most || IPR_AMOUNTS.includes(mm);
export const iprAmountSchema = z
  .number()
  .check(
    z.minimum(least),
    z.maximum(most),
    z.refine(isAmount, { error: 'too-fine', params: { decimals: 1 } }),
  );

/** Schema of `Marks`. Does not check for conflicts between marks; `markConflicts` does. */
export const marksSchema = z.strictObject({
  extract: teeth,
  noMove: teeth,
  noAttachment: teeth,
  reserveSpace: teeth,
  missing: teeth,
  ipr: z
    .array(z.strictObject({ contact: contactKeySchema, mm: z.optional(iprAmountSchema) }))
    .check(z.maxLength(30)),
});
