/** An organisation's own names for its couriers, whose ids are fixed (product-spec.md 3). Pure. */
import * as z from 'zod/mini';
import { lineSchemaUpTo, optionKeySchemaFor } from '../case/fields.ts';
import { options } from '../case/options.ts';

export const courierNameMax = 40;

const line = lineSchemaUpTo(courierNameMax);
const entry = z.strictObject({
  courier: optionKeySchemaFor('courier'),
  name: z.strictObject({ en: line, 'zh-CN': line }),
});

export const courierNamesInputSchema = z.strictObject({
  couriers: z.array(entry).check(
    z.maxLength(options.courier.length),
    z.refine(list => new Set(list.map(({ courier }) => courier)).size === list.length, {
      error: 'repeated',
    }),
  ),
});
