import { expect, test } from 'vitest';
import { ageOf } from './format.ts';

test.each([
  ['2001-04-12', 24],
  ['2001-04-13', 23],
  ['2025-04-12', 0],
  ['2031-01-01', undefined],
  ['2001-04', undefined],
  [undefined, undefined],
])('the age of %s', (birthDate, age) => {
  expect(ageOf(birthDate, Date.UTC(2025, 3, 12, 12))).toBe(age);
});
