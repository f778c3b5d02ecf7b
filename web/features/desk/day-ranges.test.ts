import { expect, test } from 'vitest';
import { groupDayRanges, listDaysInRange } from './day-ranges.ts';

const day = (of: string, name = '国庆节', works = false) => ({ day: of, works, name });

test('consecutive days with one name are one range', () => {
  const ranges = groupDayRanges([
    day('2026-09-20', '国庆节', true),
    ...['2026-09-30', '2026-10-01', '2026-10-02', '2026-10-04'].map(of => day(of)),
    day('2026-10-05', '中秋节'),
    day('2026-10-06', '中秋节', true),
  ]);
  expect(ranges.map(({ first, last, days }) => [first, last, days.length])).toEqual([
    ['2026-09-20', '2026-09-20', 1],
    ['2026-09-30', '2026-10-02', 3],
    ['2026-10-04', '2026-10-04', 1],
    ['2026-10-05', '2026-10-05', 1],
    ['2026-10-06', '2026-10-06', 1],
  ]);
  expect(groupDayRanges([])).toEqual([]);
});

test('a range includes every day from first to last, at most a month', () => {
  expect(listDaysInRange('2026-02-27', '2026-03-01')).toEqual(['2026-02-27', '2026-02-28', '2026-03-01']);
  expect(listDaysInRange('2026-02-27', null)).toEqual(['2026-02-27']);
  expect(listDaysInRange('2026-02-27', '2026-02-26')).toBeUndefined();
  expect(listDaysInRange('2026-01-01', '2026-01-31')).toHaveLength(31);
  expect(listDaysInRange('2026-01-01', '2026-02-01')).toBeUndefined();
});
