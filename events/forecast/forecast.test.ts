import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays } from '../case/calendar.ts';
import { type Durations, forecast, minForecastCases, quantile } from './forecast.ts';

const day = '2026-03-02';
const durations = (...days: number[]): Durations => {
  const counts = new Map<number, number>();
  for (const one of days) counts.set(one, (counts.get(one) ?? 0) + 1);
  return counts;
};
const tenTo = (n: number) => durations(...Array.from({ length: n }, (_, i) => i + 1));
const reached = { submitted: addDays(day, -3) };

describe('a forecast', () => {
  it('gives the days in which 50 % and 85 % of similar cases reached the next step', () => {
    const [designed] = forecast(
      { submitted: day },
      (_from, to) => (to === 'designed' ? tenTo(20) : durations()),
      day,
    );
    expect(designed).toEqual({
      step: 'designed',
      from: 'submitted',
      since: day,
      cases: 20,
      slower: 20,
      days: { half: 10, most: 17 },
      by: { half: addDays(day, 10), most: addDays(day, 17) },
      overdue: false,
    });
  });
  it('of a waiting case uses only cases that took at least as long', () => {
    const [next] = forecast({ submitted: addDays(day, -11) }, () => tenTo(20), day);
    expect(next).toMatchObject({ cases: 20, slower: 10, by: { half: addDays(day, 4) }, overdue: false });
  });
  it('flags a case that is slower than 85 % as overdue, and has no date if too few cases remain', () => {
    const [next] = forecast({ submitted: addDays(day, -18) }, () => tenTo(20), day);
    expect(next).toMatchObject({ overdue: true, slower: 3, by: null });
  });
  it('omits steps with too few cases and steps already reached', () => {
    expect(forecast(reached, () => tenTo(minForecastCases - 1), day)).toEqual([]);
    expect(forecast({}, () => tenTo(50), day)).toEqual([]);
    expect(forecast({ ...reached, completed: day }, () => tenTo(50), day)).toEqual([]);
    const steps = forecast({ ...reached, doctor: day }, () => tenTo(50), day).map(one => one.step);
    expect(steps).toEqual(['shipped', 'received', 'completed']);
  });
  it('never has a date in the past', () => {
    const some = fc.array(fc.integer({ min: 0, max: 400 }), { minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(some, fc.integer({ min: 0, max: 400 }), (days, waited) => {
        for (const { by } of forecast({ submitted: addDays(day, -waited) }, () => durations(...days), day))
          if (by) {
            expect(by.half >= day).toBe(true);
            expect(by.most >= by.half).toBe(true);
          }
      }),
      { seed: 7 },
    );
  });
  it('has the quantiles of the sorted durations', () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(99), { minLength: 1, maxLength: 50 }),
        fc.integer({ min: 1, max: 100 }),
        (days, percent) => {
          const sorted = days.toSorted((a, b) => a - b);
          expect(quantile(durations(...days), percent / 100)).toBe(
            sorted[Math.ceil((percent * days.length) / 100 - 1e-9) - 1],
          );
        },
      ),
      { seed: 8 },
    );
  });
});
