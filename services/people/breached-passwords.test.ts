import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { isBreachedPassword } from './breached-passwords.ts';
import { isCommonPassword } from './common-passwords.ts';

test.each(['yvtte545', 'Password1992', 'expert44', 'qazwsx12345'])('%s is known from a breach', password => {
  expect(isBreachedPassword(password)).toBe(true);
});

test('refuses passwords that are not among the 10,000 commonest', () => {
  expect(isCommonPassword('expert44')).toBe(false);
});

test('refuses about one good password in ten thousand', () => {
  const count = 50_000;
  const refused = Array.from({ length: count }, (_, i) =>
    createHash('sha256').update(String(i)).digest('hex').slice(0, 16),
  ).filter(isBreachedPassword);
  expect(refused.length).toBeLessThan(count / 2_000);
});
