/** The rules of a new password, each shown while it is typed. The server also refuses the commonest passwords. */
import { limits } from '#events/case/limits.ts';

type PasswordRule = 'length' | 'signs' | 'mixed' | 'same';

/** The rules in the order shown, with whether the typed password meets each. */
export function checkPasswordRules(password: string, again: string): { rule: PasswordRule; met: boolean }[] {
  const { passwordMin, passwordMax } = limits;
  return [
    { rule: 'length', met: password.length >= passwordMin && password.length <= passwordMax },
    { rule: 'signs', met: /^[A-Za-z\d]+$/.test(password) },
    { rule: 'mixed', met: /[A-Za-z]/.test(password) && /\d/.test(password) },
    { rule: 'same', met: password !== '' && password === again },
  ];
}
