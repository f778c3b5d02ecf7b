/** Field schemas of an account that the browser checks too. The server also refuses the commonest passwords. */
import * as z from 'zod/mini';
import { limits } from '../case/limits.ts';

/** Format of user names. NFKC allows one spelling only; `look-alikes.ts` finds names in letters that look alike. */
const userNameFormat = /^(?!.*\p{DI})[\p{L}\p{N}][\p{L}\p{N}._@-]{1,39}$/u;
export const userNameSchema = z.string().check(
  z.maxLength(40),
  z.refine(s => userNameFormat.test(s) && s === s.normalize('NFKC'), { error: 'user-name-format' }),
);

/** ASCII letters and digits, at least one of each, 6 to 20 (lifecycle.md, Small rulings). */
export const passwordFormatSchema = z.string().check(
  z.regex(new RegExp(`^(?=.*[A-Za-z])(?=.*\\d)[A-Za-z\\d]{${limits.passwordMin},${limits.passwordMax}}$`), {
    error: 'password-format',
  }),
);
