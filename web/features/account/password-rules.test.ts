import { expect, test } from 'vitest';
import { passwordFormatSchema } from '#events/person/account-fields.ts';
import { checkPasswordRules } from './password-rules.ts';

const unmet = (password: string, again = password) =>
  checkPasswordRules(password, again).flatMap(({ rule, met }) => (met ? [] : [rule]));

test.each([
  ['archline2', []],
  ['a1b2c', ['length']],
  ['a1'.repeat(11), ['length']],
  ['archline-2', ['signs']],
  ['密码archline2', ['signs']],
  ['archlines', ['mixed']],
  ['123456', ['mixed']],
  ['', ['length', 'signs', 'mixed', 'same']],
])('%s does not meet %j', (password, rules) => expect(unmet(password)).toEqual(rules));

test('both entries must be the same', () => expect(unmet('archline2', 'archline3')).toEqual(['same']));

test.each(['archline2', 'a1b2c', 'archline-2', 'archlines', '密码archline2', 'A1b2c3', 'a1'.repeat(10)])(
  'the rules agree with the schema on %s',
  password => expect(unmet(password).length === 0).toBe(passwordFormatSchema.safeParse(password).success),
);
