import { expect, test } from 'vitest';
import { Status } from '#events/case/status.ts';
import { cellText, readCell } from './figures.ts';

test('reads the text of a cell as the fields that it was made of', () => {
  expect(cellText('cycleTimes', { status: Status.CaseProcessing, group: null, stays: 4 })).toBe('12~');
  expect(readCell('cycleTimes', '12~')).toEqual({ status: '12', group: null });
  expect(readCell('variants', cellText('variants', { way: '10>12' }))).toEqual({ way: '10>12' });
});

test('refuses a text with another number of values', () => {
  expect(readCell('cycleTimes', '12')).toBeUndefined();
  expect(readCell('funnel', 'shipped~2')).toBeUndefined();
});
