import { describe, expect, it } from 'vitest';
import { daysBetween } from '../case/calendar.ts';
import {
  forecastRemainingSteps,
  type PaceStep,
  paceSteps,
  type ReachedStepTimes,
  type SimilarCases,
} from '../forecast/forecast.ts';
import { madeLogTime, makeCasesWithStepTimes } from '../testing/paced-cases.ts';
import { type Calibration, type CaseWithStepTimes, calibrate, calibrateInSlices } from './calibrate.ts';
import { medianIntervalWidth, sumOfCells } from './calibration-cube.ts';

const dayAt = (days: number) => madeLogTime(days).slice(0, 10);

const until = (cases: readonly CaseWithStepTimes[], asOf: string): CaseWithStepTimes[] =>
  cases.map(({ kind, reached }) => ({
    kind,
    reached: Object.fromEntries(Object.entries(reached).filter(([, at]) => at <= asOf)),
  }));

/** Percent of the dates that were kept, by share and step. */
const keptOf = ({ cells }: Calibration, share: number) =>
  Object.fromEntries(
    paceSteps.slice(1).map(step => {
      const sum = sumOfCells(cells.filter(cell => cell.step === step));
      const { passed = 0, came = 0 } = sum.kept.find(one => one.share === share) ?? {};
      return [step, { passed, percent: passed === 0 ? null : (100 * came) / passed }];
    }),
  );

/**
 * Steps with enough passed dates of which the kept percentage differs from the promised share by more than 3 points.
 */
const missesOf = (result: Calibration, share: number) =>
  Object.entries(keptOf(result, share)).flatMap(([step, { passed, percent }]) =>
    passed >= 400 && percent !== null && Math.abs(percent - share * 100) > 3 ? [step] : [],
  );

describe('dates said on a made log whose durations are known', () => {
  const cases = makeCasesWithStepTimes(5000, { span: 600, seed: 91 });
  const asOf = madeLogTime(600);

  it('with 50 and 85 are kept by 50 and 85 of 100, within 3', () => {
    const result = calibrate(cases, { asOf });
    for (const share of [0.5, 0.85]) {
      expect([share, missesOf(result, share)]).toEqual([share, []]);
      const judged = Object.values(keptOf(result, share)).filter(({ passed }) => passed >= 400);
      expect(judged).toHaveLength(5);
    }
  });
  it('are kept by too few if open cases are not counted (the control of the test above)', () => {
    const result = calibrate(cases, { asOf, countsOpen: false });
    expect(missesOf(result, 0.5)).toContain('completed');
    expect(missesOf(result, 0.85)).toContain('completed');
    expect(keptOf(result, 0.85).completed?.percent).toBeLessThan(75);
  });
  it('are not said before enough cases have arrived to know', () => {
    const young = calibrate(cases, { asOf: madeLogTime(120) });
    expect(young.unknown).toBeGreaterThan(0);
    expect(keptOf(young, 0.85).completed?.passed).toBe(0);
  });
});

/** `calibrate` by asking the forecast of a case page at each step, over all other cases. */
function plain(cases: readonly CaseWithStepTimes[], asOf: string) {
  const tallies: Record<string, number> = {};
  const add = (key: string) => {
    tallies[key] = (tallies[key] ?? 0) + 1;
  };
  const moves = cases
    .flatMap((one, index) => paceSteps.map(step => ({ one, index, step, at: one.reached[step] ?? '~' })))
    .filter(({ at }) => at <= asOf)
    .sort((a, b) => (a.at < b.at ? -1 : 1));
  for (const { one, index, step, at } of moves) {
    const similarOf = (from: PaceStep, to: PaceStep): SimilarCases => {
      const counts = { arrived: new Map<number, number>(), open: new Map<number, number>() };
      for (const [n, { kind: group, reached }] of cases.entries()) {
        const { [from]: a = '~', [to]: b = '~' } = reached;
        if (n === index || group !== one.kind || a > at) continue;
        const [kind, end] = b <= at ? (['arrived', b] as const) : (['open', at] as const);
        const days = daysBetween(a.slice(0, 10), end.slice(0, 10));
        const counted = counts[kind];
        counted.set(days, (counted.get(days) ?? 0) + 1);
      }
      return counts;
    };
    const today = at.slice(0, 10);
    for (const { step: to, by } of forecastRemainingSteps({ [step]: today }, similarOf, today))
      for (const [share, due] of Object.entries({ 0.5: by?.half, 0.85: by?.most })) {
        if (!due) continue;
        add(`${to} ${share} said`);
        if (due >= asOf.slice(0, 10)) continue;
        add(`${to} ${share} passed`);
        if ((one.reached[to] ?? '~').slice(0, 10) <= due) add(`${to} ${share} came`);
      }
  }
  return tallies;
}

describe('a calibration', () => {
  const cases = makeCasesWithStepTimes(120, { span: 300, seed: 4 });
  const asOf = madeLogTime(330);

  it('replays the dates that a case page would have said', () => {
    const found: Record<string, number> = {};
    for (const cell of calibrate(cases, { asOf }).cells)
      for (const { share, ...counts } of cell.kept)
        for (const name of ['said', 'passed', 'came'] as const)
          if ((share === 0.5 || share === 0.85) && counts[name] > 0) {
            const key = `${cell.step} ${share} ${name}`;
            found[key] = (found[key] ?? 0) + counts[name];
          }
    expect(Object.keys(found).length).toBeGreaterThan(20);
    expect(found).toEqual(plain(cases, asOf));
  });
  it('as of a moment does not change with later events in the log', () => {
    for (const days of [90, 150, 240]) {
      const then = madeLogTime(days);
      const found = calibrate(cases, { asOf: then });
      expect(found.forecasts).toBeGreaterThan(0);
      expect(calibrate(until(cases, then), { asOf: then })).toEqual(found);
    }
  });
  it('judges a date only once it has passed, arrived or not', () => {
    // Eight cases take one to eight days. So half of the cases arrive within four days, and 85 % within seven.
    const eight = Array.from({ length: 8 }, (_, i) => ({
      kind: 1,
      reached: { submitted: madeLogTime(0), designed: madeLogTime(i + 1) },
    }));
    const ninth = (designed?: string) => [
      ...eight,
      { kind: 1, reached: { submitted: madeLogTime(20), designed } },
    ];
    const datesOf = (all: readonly CaseWithStepTimes[], asOf: string) => {
      const { kept } = sumOfCells(calibrate(all, { asOf }).cells);
      return kept.flatMap(({ share, said, passed, came }) =>
        share === 0.5 || share === 0.85 ? [[said, passed, came]] : [],
      );
    };
    const fast = ninth(madeLogTime(22));
    expect(datesOf(fast, madeLogTime(24.9))).toEqual([
      [1, 0, 0],
      [1, 0, 0],
    ]);
    expect(datesOf(fast, madeLogTime(25))).toEqual([
      [1, 1, 1],
      [1, 0, 0],
    ]);
    expect(datesOf(ninth(madeLogTime(26)), madeLogTime(40))).toEqual([
      [1, 1, 0],
      [1, 1, 1],
    ]);
    expect(datesOf(ninth(), madeLogTime(40))).toEqual([
      [1, 1, 0],
      [1, 1, 0],
    ]);
  });
  it('leaves out a date of a case that ended without the step', () => {
    const similar = Array.from({ length: 8 }, (_, i) => ({
      kind: 1,
      reached: { submitted: madeLogTime(0), designed: madeLogTime(i + 1) },
    }));
    const ended = { kind: 1, reached: { submitted: madeLogTime(20), completed: madeLogTime(23) } };
    const { kept } = sumOfCells(calibrate([...similar, ended], { asOf: madeLogTime(60) }).cells);
    expect(kept.find(one => one.share === 0.5)).toEqual({
      share: 0.5,
      said: 1,
      passed: 0,
      came: 0,
      ended: 1,
    });
  });
  it('lists the dates behind a figure: as many as it counts, each with its case', () => {
    for (const kept of [true, false]) {
      const { cells, dates } = calibrate(cases, { asOf, behind: { step: 'doctor', share: 0.5, kept } });
      const half = sumOfCells(cells.filter(cell => cell.step === 'doctor')).kept.find(
        one => one.share === 0.5,
      );
      expect(dates.length).toBe(kept ? half?.came : (half?.passed ?? 0) - (half?.came ?? 0));
      expect(dates.map(date => date.due)).toEqual(
        dates
          .map(date => date.due)
          .sort()
          .reverse(),
      );
      for (const { index, from, said, due, arrived } of dates) {
        const { reached } = cases[index] ?? { reached: {} as ReachedStepTimes };
        expect([said, arrived ?? '~']).toEqual([
          reached[from]?.slice(0, 10),
          (reached.doctor ?? '~') <= asOf ? reached.doctor?.slice(0, 10) : '~',
        ]);
        expect(arrived !== null && arrived <= due).toBe(kept);
      }
    }
  });
  it('takes the dates that are due in a range', () => {
    const months = (range: { from?: string; to?: string }) => [
      ...new Set(calibrate(cases, { asOf, ...range }).cells.map(cell => cell.month)),
    ];
    expect(months({}).length).toBeGreaterThan(4);
    expect(months({ from: '2025-05-01', to: '2025-05-31' })).toEqual(['2025-05']);
    expect(months({ from: dayAt(5000) })).toEqual([]);
  });
  it('yields often enough that others can be answered between its slices', () => {
    const run = calibrateInSlices(cases, { asOf });
    let slices = 0;
    while (!run.next().done) slices += 1;
    expect(slices).toBeGreaterThan(3);
  });
  it('states the width of the promise', () => {
    expect(
      medianIntervalWidth(
        new Map([
          [1, 2],
          [3, 1],
          [9, 2],
        ]),
      ),
    ).toBe(3);
    expect(medianIntervalWidth(new Map())).toBe(null);
  });
});
