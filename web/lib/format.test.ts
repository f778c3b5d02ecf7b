import { afterEach, expect, test } from 'vitest';
import { ageFromTypedDate, formatShortDay, formatZonedMoment, setTimeZone } from './format.ts';

afterEach(() => setTimeZone('UTC'));

test.each([
  ['Asia/Shanghai', '2026-11-20 18:42 (UTC+8)'],
  ['America/New_York', '2026-11-20 05:42 (UTC-5)'],
  ['UTC', '2026-11-20 10:42 (UTC+0)'],
])('a moment names its time zone: %s', (zone, text) => {
  setTimeZone(zone);
  expect(formatZonedMoment('2026-11-20T10:42:00Z')).toBe(text);
});

test.each(['America/New_York', 'Pacific/Kiritimati', 'UTC'])(
  'a calendar day is the same in each time zone: %s',
  zone => {
    setTimeZone(zone);
    expect(formatShortDay('2026-11-25', 'en')).toBe('25 Nov');
    expect(formatShortDay('2026-11-25', 'zh-CN')).toBe('11月25日');
  },
);

test.each([
  ['2001-04-12', 24],
  ['2001-04-13', 23],
  ['2025-04-12', 0],
  ['2031-01-01', undefined],
  ['2001-04', undefined],
  [undefined, undefined],
])('the age for the birth date %s', (birthDate, age) => {
  expect(ageFromTypedDate(birthDate, Date.UTC(2025, 3, 12, 12))).toBe(age);
});
