import { expect, it } from 'vitest';
import { daysBetween } from '#events/case/calendar.ts';
import type { CaseState } from '#events/case/case.ts';
import { type Durations, forecast, type PaceStep } from '#events/forecast/forecast.ts';
import { at, stateOf } from '#events/testing/past.ts';
import { openWalked } from '../testing/walked.ts';
import { reachedBy } from './row.ts';

/** As `forecastOf`, by looking at every case. */
function plain(all: readonly CaseState[], s: CaseState, today: string) {
  const method = (one: CaseState) => one.sections.prescription.method ?? 0;
  const like = all.filter(one => !one.deleted && one.servedBy === s.servedBy && method(one) === method(s));
  const durations = (from: PaceStep, to: PaceStep): Durations => {
    const counts = new Map<number, number>();
    for (const one of like) {
      const { [from]: a, [to]: b } = reachedBy(one);
      if (!a || !b) continue;
      const days = Math.max(0, daysBetween(a, b));
      counts.set(days, (counts.get(days) ?? 0) + 1);
    }
    return counts;
  };
  return s.deleted ? [] : forecast(reachedBy(s), durations, today);
}

it('a forecast rests on what has happened until then, of like cases, and on nothing else', async () => {
  const { walk, models, go } = await openWalked({ seed: 5, cases: 40 });
  let told = 0;
  for (let round = 0; round < 6; round++) {
    await go(700);
    const states = [...walk.states.values()];
    for (const s of states) {
      const found = models.forecastOf(s.caseId, walk.now().slice(0, 10));
      expect(found).toEqual(plain(states, s, walk.now().slice(0, 10)));
      told += found.length;
    }
  }
  expect(told).toBeGreaterThan(0);
  await models.close();
});

it('what is to be done again is not behind a case', () => {
  const steps = (status: keyof typeof at) => Object.keys(reachedBy(stateOf(at[status])));
  expect(steps(9)).toEqual([]);
  expect(steps(13)).toEqual(['submitted']);
  expect(steps(15)).toEqual(['submitted', 'designed']);
  expect(steps(18)).toEqual(['submitted']);
  expect(steps(16)).toEqual(['submitted', 'designed', 'doctor']);
  expect(steps(30)).toEqual(['submitted', 'designed', 'doctor', 'shipped', 'received']);
});
