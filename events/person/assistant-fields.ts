/** Fields of an assistant's account (product-spec.md 5). All are required. */
import * as z from 'zod/mini';
import { idSchema, lineSchemaUpTo, personNameSchema, phoneSchema } from '../case/fields.ts';
import { limits } from '../case/limits.ts';
import { passwordFormatSchema, userNameSchema } from './account-fields.ts';

const parts = {
  userName: userNameSchema,
  password: passwordFormatSchema,
  name: personNameSchema,
  phone: phoneSchema,
  address: lineSchemaUpTo(limits.addressMax),
};

export const newAssistantInputSchema = z.strictObject(parts);
/** A login or phone to be looked up; `id` is the assistant who may have it. */
export const accountLookupInputSchema = z.strictObject({
  userName: z.optional(userNameSchema),
  phone: z.optional(phoneSchema),
  id: z.optional(idSchema),
});
