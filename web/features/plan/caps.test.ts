import { expect, it } from 'vitest';
import { formatNumberRanges } from './caps.ts';

it('consecutive aligners are written as a range', () => {
  expect(formatNumberRanges([4, 5, 6, 9])).toBe('4–6, 9');
  expect(formatNumberRanges([1])).toBe('1');
  expect(formatNumberRanges([])).toBe('');
});
