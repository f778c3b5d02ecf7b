import { expect, test } from 'vitest';
import { countMonthsToLoad, sortMonthsByNearness } from './months-to-load.ts';

const months = ['2026-01', '2026-02', '2026-03', '2026-04', '2026-05'];

test('months are taken outwards from the moment, and from the end without one', () => {
  expect(sortMonthsByNearness(months, '2026-03')).toEqual([
    '2026-03',
    '2026-02',
    '2026-04',
    '2026-01',
    '2026-05',
  ]);
  expect(sortMonthsByNearness(months, undefined)).toEqual(months.toReversed());
  expect(sortMonthsByNearness(months, '2030-01')).toEqual(months.toReversed());
  expect(sortMonthsByNearness(months, '2020-01')).toEqual(months);
  expect(sortMonthsByNearness([], '2026-03')).toEqual([]);
});

test('as many are loaded as the limit allows, and at least one', () => {
  expect(countMonthsToLoad([5, 5, 5], 15)).toBe(3);
  expect(countMonthsToLoad([5, 5, 6], 15)).toBe(2);
  expect(countMonthsToLoad([20, 1], 15)).toBe(1);
  expect(countMonthsToLoad([], 15)).toBe(0);
});

test('any prefix of the order is a run of months', () => {
  for (const near of months)
    for (let count = 1; count <= months.length; count++) {
      const taken = sortMonthsByNearness(months, near).slice(0, count).toSorted();
      expect(months.join()).toContain(taken.join());
    }
});
