import { expect, test } from 'vitest';
import { Status } from '#events/case/status.ts';
import { cellText, parseCellText } from './figures.ts';

test('reads the text of a cell as the fields that it was made of', () => {
  expect(cellText('cycleTimes', { status: Status.CaseProcessing, group: null, stays: 4 })).toBe('12~');
  expect(parseCellText('cycleTimes', '12~')).toEqual({ status: '12', group: null });
  expect(parseCellText('variants', cellText('variants', { way: '10>12' }))).toEqual({ way: '10>12' });
});

test('refuses a text with another number of values', () => {
  expect(parseCellText('cycleTimes', '12')).toBeUndefined();
  expect(parseCellText('funnel', 'shipped~2')).toBeUndefined();
});
