/** Fields of an account as a request gives them. */
import * as z from 'zod/mini';
import { emailSchema, idSchema, lineSchema, personNameSchema, phoneSchema } from '#events/case/fields.ts';
import { passwordFormatSchema, userNameSchema } from '#events/person/account-fields.ts';
import { isBreachedPassword } from './breached-passwords.ts';
import { isCommonPassword } from './common-passwords.ts';

/**
 * A password with valid characters and length that is neither common nor in a known breach. `PasswordRules` also
 * refuses words of the product, the organisation and the person.
 */
export const passwordSchema = passwordFormatSchema.check(
  z.refine(text => !isCommonPassword(text), { error: 'password-common' }),
  z.refine(text => isCommonPassword(text) || !isBreachedPassword(text), { error: 'password-breached' }),
);

/** Fields of a new person. The position is checked separately, because an unknown position has its own error code. */
export const newAccountSchema = z.strictObject({
  userName: userNameSchema,
  password: passwordSchema,
  name: personNameSchema,
  phone: z.optional(z.nullable(phoneSchema)),
  email: z.optional(z.nullable(emailSchema)),
  position: lineSchema,
  orgId: z.optional(idSchema),
  /** Ids of the doctors that an Assistant serves. */
  serves: z.optional(z.array(idSchema).check(z.maxLength(50))),
});

export const accountChangeSchema = z.strictObject({
  userName: z.optional(userNameSchema),
  password: z.optional(passwordSchema),
  name: z.optional(personNameSchema),
  phone: z.optional(z.nullable(phoneSchema)),
  email: z.optional(z.nullable(emailSchema)),
  serves: z.optional(z.array(idSchema).check(z.maxLength(50))),
});
