import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { survivalQuantiles } from './survival.ts';

type Case = { days: number; arrived: boolean };
const countsOf = (cases: readonly Case[], arrived: boolean) => (days: number) =>
  cases.filter(one => one.days === days && one.arrived === arrived).length;

const quantilesOf = (cases: readonly Case[], shares: readonly number[], { taken = 0, fewest = 1 } = {}) =>
  survivalQuantiles(
    {
      arrived: countsOf(cases, true),
      open: countsOf(cases, false),
      longest: Math.max(0, ...cases.filter(one => one.arrived).map(one => one.days)),
    },
    { taken, atRisk: cases.filter(one => one.days >= taken).length, fewest },
    shares,
  );

const cases = (arrived: readonly number[], open: readonly number[] = []): Case[] => [
  ...arrived.map(days => ({ days, arrived: true })),
  ...open.map(days => ({ days, arrived: false })),
];
const days = fc.integer({ min: 0, max: 60 });

describe('the quantiles of the survival curve', () => {
  it('are those of the sorted durations if no case is open', () => {
    const some = fc.array(days, { minLength: 1, maxLength: 50 });
    fc.assert(
      fc.property(some, fc.integer({ min: 1, max: 100 }), (all, percent) => {
        const sorted = all.toSorted((a, b) => a - b);
        const nth = Math.ceil((percent * all.length) / 100 - 1e-9) - 1;
        expect(quantilesOf(cases(all), [percent / 100])).toEqual([sorted[nth]]);
      }),
      { seed: 8 },
    );
  });
  it('are those of the example of 1958: 8 items, arrivals at 0.8, 3.1, 5.4 and 9.2 months, losses between', () => {
    // Kaplan and Meier's example in tenths of a month: S is 7/8, 7/10, 21/40 and 21/80.
    const all = cases([8, 31, 54, 92], [10, 27, 70, 121]);
    expect(quantilesOf(all, [0.124, 0.126, 0.299, 0.301])).toEqual([8, 31, 31, 54]);
    expect(quantilesOf(all, [0.47, 0.48, 0.7, 0.8])).toEqual([54, 92, 92, null]);
  });
  it('are null from the share on that the curve does not reach', () => {
    expect(quantilesOf(cases([1, 2, 3, 4], [9, 9, 9, 9]), [0.25, 0.5, 0.85])).toEqual([2, 4, null]);
    expect(quantilesOf(cases([], [9, 9]), [0.5])).toEqual([null]);
    expect(quantilesOf([], [0.5])).toEqual([null]);
  });
  it('are null where an arrival rests on too few cases', () => {
    const young = Array<number>(90).fill(20);
    const all = cases([1, 2, 3, 4, 5, 60], young);
    expect(quantilesOf(all, [0.5])).toEqual([60]);
    expect(quantilesOf(all, [0.5], { fewest: 8 })).toEqual([null]);
    expect(quantilesOf(cases([1, 2, 3, 4, 5, 6, 7, 8]), [0.5, 0.85], { fewest: 8 })).toEqual([4, 7]);
  });
  it('are never earlier with more open cases, and never before the days already taken', () => {
    const lists = fc.array(days, { maxLength: 40 });
    fc.assert(
      fc.property(lists, lists, fc.nat(60), (arrived, open, taken) => {
        const shares = [0.1, 0.5, 0.85];
        const without = quantilesOf(cases(arrived), shares, { taken });
        const found = quantilesOf(cases(arrived, open), shares, { taken });
        for (const [i, at] of found.entries()) {
          if (at === null) continue;
          expect(at).toBeGreaterThanOrEqual(taken);
          expect(at).toBeGreaterThanOrEqual(without[i] ?? Number.POSITIVE_INFINITY);
        }
      }),
      { seed: 11 },
    );
  });
});
