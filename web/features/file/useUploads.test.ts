import { expect, test } from 'vitest';
import { isBusy } from './useUploads.ts';

test.each([
  ['checking', true],
  ['turning', true],
  ['sending', true],
  ['paused', true],
  ['done', false],
  ['failed', false],
] as const)('a form with a file that is %s is busy: %s', (state, busy) => {
  expect(isBusy([{ state: 'done' }, { state }])).toBe(busy);
  expect(isBusy([])).toBe(false);
});
