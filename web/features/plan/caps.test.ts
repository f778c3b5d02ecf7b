import { expect, it } from 'vitest';
import { runs } from './caps.ts';

it('runs of aligners are said as such', () => {
  expect(runs([4, 5, 6, 9])).toBe('4–6, 9');
  expect(runs([1])).toBe('1');
  expect(runs([])).toBe('');
});
