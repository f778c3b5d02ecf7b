import * as z from 'zod/mini';
import { type Fdi, isFdi, parseContact } from './fdi.ts';
import { IPR_AMOUNTS } from './marks.ts';

/** A permanent tooth's FDI code. */
const fdiSchema = z.custom<Fdi>(isFdi);
const teeth = z.array(fdiSchema).check(
  z.maxLength(32),
  z.refine(list => new Set(list).size === list.length),
);

/** Two teeth of one arch in the order in which they stand on screen: `11-21`, `41-31`, `14-13`. */
export const contact = z.string().check(
  z.maxLength('11-21'.length),
  z.refine(key => parseContact(key) !== undefined, { error: 'contact-unknown' }),
);

const [least, most] = [Math.min(...IPR_AMOUNTS), Math.max(...IPR_AMOUNTS)];
/** What lies beyond the table is told as that; what lies between its amounts is too fine. */
const isAmount = (mm: number) => mm < least || mm > most || IPR_AMOUNTS.includes(mm);
export const iprAmount = z
  .number()
  .check(
    z.minimum(least),
    z.maximum(most),
    z.refine(isAmount, { error: 'too-fine', params: { decimals: 1 } }),
  );

/** Shape of `Marks` at a boundary; whether the marks contradict each other is `conflicts`' question. */
export const marksSchema = z.strictObject({
  extract: teeth,
  noMove: teeth,
  noAttachment: teeth,
  reserveSpace: teeth,
  missing: teeth,
  ipr: z.array(z.strictObject({ contact, mm: z.optional(iprAmount) })).check(z.maxLength(30)),
});
