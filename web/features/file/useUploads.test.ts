import { expect, test } from 'vitest';
import { hasBusyUpload } from './useUploads.ts';

test.each([
  ['checking', true],
  ['turning', true],
  ['sending', true],
  ['paused', true],
  ['done', false],
  ['failed', false],
] as const)('a form with a file in state %s is busy: %s', (state, busy) => {
  expect(hasBusyUpload([{ state: 'done' }, { state }])).toBe(busy);
  expect(hasBusyUpload([])).toBe(false);
});
