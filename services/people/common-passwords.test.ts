import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { isCommonPassword } from './common-passwords.ts';

test('list has 10,000 different passwords that fit the password rule', () => {
  const text = readFileSync(new URL('./common-passwords.txt', import.meta.url), 'utf8');
  const lines = text.trimEnd().split('\n');
  expect([lines.length, new Set(lines).size]).toEqual([10_000, 10_000]);
  expect(lines.filter(line => !/^(?=.*[a-z])(?=.*\d)[a-z\d]{6,20}$/.test(line))).toEqual([]);
});

test.each([
  ['password1', true],
  ['PassWord1', true],
  ['123456a', true],
  ['archline1', false],
  ['k7vt3mxq', false],
  ['', false],
])('isCommonPassword(%j) is %s', (password, common) => expect(isCommonPassword(password)).toBe(common));
