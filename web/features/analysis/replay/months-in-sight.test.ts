import { expect, test } from 'vitest';
import { byNearness, countInSight } from './months-in-sight.ts';

const months = ['2026-01', '2026-02', '2026-03', '2026-04', '2026-05'];

test('months are taken outwards from the moment, and from the end without one', () => {
  expect(byNearness(months, '2026-03')).toEqual(['2026-03', '2026-02', '2026-04', '2026-01', '2026-05']);
  expect(byNearness(months, undefined)).toEqual(months.toReversed());
  expect(byNearness(months, '2030-01')).toEqual(months.toReversed());
  expect(byNearness(months, '2020-01')).toEqual(months);
  expect(byNearness([], '2026-03')).toEqual([]);
});

test('as many are loaded as the limit allows, and at least one', () => {
  expect(countInSight([5, 5, 5], 15)).toBe(3);
  expect(countInSight([5, 5, 6], 15)).toBe(2);
  expect(countInSight([20, 1], 15)).toBe(1);
  expect(countInSight([], 15)).toBe(0);
});

test('any prefix of the order is a run of months', () => {
  for (const near of months)
    for (let count = 1; count <= months.length; count++) {
      const taken = byNearness(months, near).slice(0, count).toSorted();
      expect(months.join()).toContain(taken.join());
    }
});
