import { expect, it } from 'vitest';
import { formatRanges } from './caps.ts';

it('consecutive aligners are written as a range', () => {
  expect(formatRanges([4, 5, 6, 9])).toBe('4–6, 9');
  expect(formatRanges([1])).toBe('1');
  expect(formatRanges([])).toBe('');
});
