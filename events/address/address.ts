/** A doctor's own delivery address: every part is required and well formed (product-spec.md 5, Consignee). Pure. */
import * as z from 'zod/mini';
import { line, lineUpTo, personName, phone, zipCode } from '../case/fields.ts';
import { limits } from '../case/options.ts';

/** Stands for the province of an address outside of China: its line holds all of it. */
export const abroad = 'abroad';

/** Hong Kong, Macao and Taiwan have provinces in the list, and post codes of their own. */
export const isMainland = (province: string): boolean =>
  province !== abroad && !/^(?:71|81|82)/.test(province);

const code = z.string().check(z.regex(/^\d{6}$/, { error: 'place-unknown' }));

const parts = {
  consignee: personName,
  phone,
  /** GB/T 2260 codes, as GET /api/cmAdress/getProvinceInfo lists them. */
  province: z.string().check(z.regex(/^(?:abroad|\d{6})$/, { error: 'place-unknown' })),
  city: z.optional(code),
  /** Within the city, down to the door number. */
  address: lineUpTo(limits.addressMax),
  zip: zipCode,
  clinic: line,
};

/** Whether an address of its own may have these parts; each part alone is well formed. */
const together = [
  z.refine<{ province: string; city?: string }>(a => a.province === abroad || a.city !== undefined, {
    error: 'required',
    path: ['city'],
  }),
  z.refine<{ province: string; city?: string }>(a => a.province !== abroad || a.city === undefined, {
    error: 'not-a-choice',
    path: ['city'],
  }),
  z.refine<{ province: string; zip: string }>(a => !isMainland(a.province) || /^\d{6}$/.test(a.zip), {
    error: 'zip-six-digits',
    path: ['zip'],
  }),
] as const;

export const ownAddress = z.strictObject(parts).check(...together);
export type OwnAddress = z.infer<typeof ownAddress>;

/** One is always the default: `true` makes it this one, `false` says nothing. */
const asDefault = { default: z.optional(z.boolean()) };

export const newAddress = z.strictObject({ ...parts, ...asDefault }).check(...together);
/** What is left out stays; `city: null` takes it off, for a place without one. */
export const addressChange = z.partial(z.strictObject({ ...parts, city: z.nullable(code), ...asDefault }));
