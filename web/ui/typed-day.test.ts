import { describe, expect, it } from 'vitest';
import {
  acceptsMoreDigits,
  clampToMonth,
  dayInWords,
  formatIsoDay,
  isExistingDay,
  parseDayParts,
} from './typed-day.ts';

describe('a typed date', () => {
  it.each([
    ['2002-04-31', false],
    ['2003-02-30', false],
    ['2005-02-29', false],
    ['1900-02-29', false],
    ['2000-02-29', true],
    ['2004-02-29', true],
    ['2002-04-30', true],
    ['2002-13-01', false],
    ['2002-00-10', false],
    ['2002-01-00', false],
  ])('%s exists: %s', (iso, real) => {
    const parts = parseDayParts(iso);
    expect(parts && isExistingDay(parts)).toBe(real);
    expect(parts && formatIsoDay(parts)).toBe(iso);
  });
  it('is null if the text has another format', () => {
    for (const text of ['', '2002-4-31', '31.4.2002', null, undefined])
      expect(parseDayParts(text)).toBeNull();
  });
  it('is clamped to the last day of its month', () => {
    expect(clampToMonth({ year: 2005, month: 2, day: 29 })).toEqual({ year: 2005, month: 2, day: 28 });
    expect(clampToMonth({ year: 2004, month: 2, day: 29 })).toEqual({ year: 2004, month: 2, day: 29 });
  });
  it.each([
    ['3', 31, true],
    ['0', 31, true],
    ['4', 31, false],
    ['31', 31, false],
    ['1', 12, true],
    ['2', 12, false],
    ['200', 9999, true],
    ['2002', 9999, false],
    ['', 31, false],
  ])('accepts another digit after %j of at most %i: %s', (digits, max, more) => {
    expect(acceptsMoreDigits(digits, max)).toBe(more);
  });
  it('is written in both languages, with the year for 29 February', () => {
    expect(dayInWords({ year: 2002, month: 4, day: 31 }, 'en-GB')).toBe('31 April');
    expect(dayInWords({ year: 2005, month: 2, day: 29 }, 'en-GB')).toBe('29 February 2005');
    expect(dayInWords({ year: 2002, month: 4, day: 31 }, 'zh-CN')).toBe('4 月 31 日');
    expect(dayInWords({ year: 2005, month: 2, day: 29 }, 'zh-CN')).toBe('2005 年 2 月 29 日');
  });
});
