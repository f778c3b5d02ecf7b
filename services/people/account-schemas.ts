/** Fields of an account as a request gives them. */
import * as z from 'zod/mini';
import { email, id, line, personName, phone } from '#events/case/fields.ts';
import { passwordFormat, userNameSchema } from '#events/person/account-fields.ts';
import { isBreachedPassword } from './breached-passwords.ts';
import { isCommonPassword } from './common-passwords.ts';

/** A password that is well-formed, not among the commonest and in no known breach. Its owner adds words to exclude. */
export const passwordSchema = passwordFormat.check(
  z.refine(text => !isCommonPassword(text), { error: 'password-common' }),
  z.refine(text => isCommonPassword(text) || !isBreachedPassword(text), { error: 'password-breached' }),
);

/** Fields of a new person. The position is checked separately, because an unknown one has its own code. */
export const newAccountSchema = z.strictObject({
  userName: userNameSchema,
  password: passwordSchema,
  name: personName,
  phone: z.optional(z.nullable(phone)),
  email: z.optional(z.nullable(email)),
  position: line,
  orgId: z.optional(id),
  /** Ids of the doctors that an Assistant serves. */
  serves: z.optional(z.array(id).check(z.maxLength(50))),
});

export const accountChangeSchema = z.strictObject({
  userName: z.optional(userNameSchema),
  password: z.optional(passwordSchema),
  name: z.optional(personName),
  phone: z.optional(z.nullable(phone)),
  email: z.optional(z.nullable(email)),
  serves: z.optional(z.array(id).check(z.maxLength(50))),
});
