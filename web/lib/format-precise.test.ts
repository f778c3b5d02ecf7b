import { afterEach, expect, test } from 'vitest';
import { setTimeZone } from './format.ts';
import { formatDuration, formatSecond, formatShortWeekday } from './format-precise.ts';

afterEach(() => setTimeZone('UTC'));

test('a moment has its seconds and its weekday in the reader’s zone', () => {
  setTimeZone('Asia/Shanghai');
  expect(formatSecond(Date.parse('2026-04-16T19:23:45Z'))).toBe('2026-04-17 03:23:45');
  expect(formatShortWeekday(Date.parse('2026-04-16T19:23:45Z'), 'en')).toBe('Fri');
  expect(formatShortWeekday(Date.parse('2026-04-16T19:23:45Z'), 'zh-CN')).toBe('周五');
});

test.each([
  [30_000, '0 min'],
  [59 * 60_000, '59 min'],
  [47 * 3_600_000, '47 hr'],
  [48 * 3_600_000, '2 days'],
])('a duration of %i ms is %s', (ms, text) => expect(formatDuration(ms, 'en')).toBe(text));

test('a duration in Chinese has a space before its unit', () => {
  expect([30 * 60_000, 29 * 3_600_000, 48 * 3_600_000].map(ms => formatDuration(ms, 'zh-CN'))).toEqual([
    '30 分钟',
    '29 小时',
    '2 天',
  ]);
});
