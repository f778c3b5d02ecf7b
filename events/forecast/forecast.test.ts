import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays } from '../case/calendar.ts';
import { forecastRemainingSteps, minForecastCases, type SimilarCases } from './forecast.ts';

const day = '2026-03-02';
const countsOf = (all: readonly number[]) => {
  const counts = new Map<number, number>();
  for (const one of all) counts.set(one, (counts.get(one) ?? 0) + 1);
  return counts;
};
const similar = (arrived: readonly number[], open: readonly number[] = []): SimilarCases => ({
  arrived: countsOf(arrived),
  open: countsOf(open),
});
const daysTo = (n: number) => Array.from({ length: n }, (_, i) => i + 1);
const upTo = (n: number) => similar(daysTo(n));
const reached = { submitted: addDays(day, -3) };

describe('a forecast', () => {
  it('gives the days in which 50 % and 85 % of similar cases reached the next step', () => {
    const [designed] = forecastRemainingSteps(
      { submitted: day },
      (_from, to) => (to === 'designed' ? upTo(20) : similar([])),
      day,
    );
    expect(designed).toEqual({
      step: 'designed',
      from: 'submitted',
      since: day,
      cases: 20,
      open: 0,
      atRisk: 20,
      days: { half: 10, most: 17 },
      by: { half: addDays(day, 10), most: addDays(day, 17) },
      overdue: false,
    });
  });
  it('of a waiting case uses only cases that took at least as long', () => {
    const [next] = forecastRemainingSteps({ submitted: addDays(day, -11) }, () => upTo(20), day);
    expect(next).toMatchObject({ cases: 20, atRisk: 10, by: { half: addDays(day, 4) }, overdue: false });
  });
  it('flags a case that is slower than 85 % as overdue, and has no date if too few cases remain', () => {
    const [next] = forecastRemainingSteps({ submitted: addDays(day, -18) }, () => upTo(20), day);
    expect(next).toMatchObject({ overdue: true, atRisk: 3, by: null });
  });
  it('omits steps with too few cases and steps already reached', () => {
    expect(forecastRemainingSteps(reached, () => upTo(minForecastCases - 1), day)).toEqual([]);
    expect(forecastRemainingSteps({}, () => upTo(50), day)).toEqual([]);
    expect(forecastRemainingSteps({ ...reached, completed: day }, () => upTo(50), day)).toEqual([]);
    const steps = forecastRemainingSteps({ ...reached, doctor: day }, () => upTo(50), day).map(
      one => one.step,
    );
    expect(steps).toEqual(['shipped', 'received', 'completed']);
  });
  it('counts open cases as at least as long, and has no date for a share that has not arrived', () => {
    const [next] = forecastRemainingSteps(
      { submitted: day },
      () => similar(daysTo(10), Array(10).fill(30)),
      day,
    );
    expect(next).toMatchObject({ cases: 10, open: 10, atRisk: 20, days: { half: 10, most: null } });
    expect(next).toMatchObject({ by: { half: addDays(day, 10), most: null }, overdue: false });
    const later = forecastRemainingSteps(
      { submitted: addDays(day, -5) },
      () => similar(daysTo(10), Array(30).fill(30)),
      day,
    );
    expect(later[0]).toMatchObject({ atRisk: 36, by: { half: null, most: null } });
  });
  it('needs an arrival, because open cases alone say nothing', () => {
    expect(forecastRemainingSteps({ submitted: day }, () => similar([], Array(50).fill(9)), day)).toEqual([]);
    expect(forecastRemainingSteps({ submitted: day }, () => similar([5], Array(7).fill(9)), day)).not.toEqual(
      [],
    );
  });
  it('never has a date in the past', () => {
    const some = fc.array(fc.integer({ min: 0, max: 400 }), { maxLength: 60 });
    fc.assert(
      fc.property(some, some, fc.integer({ min: 0, max: 400 }), (days, open, waited) => {
        for (const { by } of forecastRemainingSteps(
          { submitted: addDays(day, -waited) },
          () => similar(days, open),
          day,
        )) {
          if (!by) continue;
          expect(by.half === null || by.half >= day).toBe(true);
          expect(by.most === null || by.most >= (by.half ?? '~')).toBe(true);
        }
      }),
      { seed: 7 },
    );
  });
});
