/** A doctor's own delivery address: every part is required and well formed (product-spec.md 5, Consignee). Pure. */
import * as z from 'zod/mini';
import { lineSchema, lineSchemaUpTo, personNameSchema, phoneSchema, zipCodeSchema } from '../case/fields.ts';
import { limits } from '../case/limits.ts';

/** Province value of an address outside China; the address line then contains the whole address. */
export const abroadProvince = 'abroad';

/** True for provinces of mainland China. Hong Kong, Macao and Taiwan are in the list but have their own post codes. */
export const isMainlandProvince = (province: string): boolean =>
  province !== abroadProvince && !/^(?:71|81|82)/.test(province);

const code = z.string().check(z.regex(/^\d{6}$/, { error: 'place-unknown' }));

const parts = {
  consignee: personNameSchema,
  phone: phoneSchema,
  /** GB/T 2260 code of the province, from GET /api/cmAdress/getProvinceInfo. */
  province: z.string().check(z.regex(/^(?:abroad|\d{6})$/, { error: 'place-unknown' })),
  city: z.optional(code),
  /** Street address within the city, including the door number. */
  address: lineSchemaUpTo(limits.addressMax),
  zip: zipCodeSchema,
  clinic: lineSchema,
};

/** Checks across the parts of an address: city and zip must fit the province. */
const together = [
  z.refine<{ province: string; city?: string }>(a => a.province === abroadProvince || a.city !== undefined, {
    error: 'required',
    path: ['city'],
  }),
  z.refine<{ province: string; city?: string }>(a => a.province !== abroadProvince || a.city === undefined, {
    error: 'not-a-choice',
    path: ['city'],
  }),
  z.refine<{ province: string; zip: string }>(a => !isMainlandProvince(a.province) || /^\d{6}$/.test(a.zip), {
    error: 'zip-six-digits',
    path: ['zip'],
  }),
] as const;

export const savedAddressSchema = z.strictObject(parts).check(...together);
export type AddressParts = z.infer<typeof savedAddressSchema>;

/** `default: true` makes this address the default; `false` has no effect, because one address is always the default. */
const asDefault = { default: z.optional(z.boolean()) };

export const newAddressInputSchema = z.strictObject({ ...parts, ...asDefault }).check(...together);
/** Omitted parts stay unchanged. `city: null` removes the city, for a place without one. */
export const addressChangeInputSchema = z.partial(
  z.strictObject({ ...parts, city: z.nullable(code), ...asDefault }),
);
