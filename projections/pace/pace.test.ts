import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { addDays, dayInZone, daysBetween, defaultZone as zone } from '#events/case/calendar.ts';
import { type CaseRecord, type CaseState, foldCase, initialCaseState } from '#events/case/case.ts';
import { Status } from '#events/case/status.ts';
import {
  forecastRemainingSteps,
  type PaceStep,
  paceSteps,
  type SimilarCases,
} from '#events/forecast/forecast.ts';
import { pastWithApprovedPlan } from '#events/testing/after-approval.ts';
import { type CasePast, type PastStep, parcel, pastAt, playSteps, stateOf } from '#events/testing/past.ts';
import { doctor, expert, technician, vendor } from '#events/testing/people.ts';
import type { RangeQuery } from '../store/pages.ts';
import { openWalkModels } from '../testing/walk-models.ts';
import { type ForecastMoment, reachedStepDaysAt, reachedTimesOf, repeatedStepsOf } from './reached.ts';
import { paceView } from './row.ts';

const hourMs = 3_600_000;

/** `forecastOf` computed by looking at every case. */
function plain(all: readonly CaseState[], s: CaseState, { now, zone }: ForecastMoment) {
  const method = (one: CaseState) => one.sections.prescription.method ?? 0;
  const like = all.filter(
    one => one !== s && !one.deleted && one.servedBy === s.servedBy && method(one) === method(s),
  );
  const similar = (from: PaceStep, to: PaceStep): SimilarCases => {
    const counts = { arrived: new Map<number, number>(), open: new Map<number, number>() };
    for (const one of like) {
      const until = Object.entries(reachedTimesOf(one)).filter(([, at]) => at <= now);
      const { [from]: a, [to]: b } = Object.fromEntries(until);
      const skipped = until.some(([step]) => paceSteps.indexOf(step as PaceStep) > paceSteps.indexOf(to));
      if (!a || (!b && skipped)) continue;
      const days = Math.max(0, daysBetween(a.slice(0, 10), (b ?? now).slice(0, 10)));
      const kind = counts[b ? 'arrived' : 'open'];
      kind.set(days, (kind.get(days) ?? 0) + 1);
    }
    return counts;
  };
  if (s.deleted) return [];
  const row = { reached: reachedTimesOf(s), repeats: repeatedStepsOf(s) };
  return forecastRemainingSteps(
    reachedStepDaysAt(row, { now, zone }),
    similar,
    dayInZone(zone, Date.parse(now)),
  );
}

it('a forecast uses similar cases up to the present, and nothing else', async () => {
  const { walk, models, go } = await openWalkModels({ seed: 5, cases: 40, minutes: 47 });
  let count = 0;
  for (let round = 0; round < 6; round++) {
    await go(700);
    const states = [...walk.states.values()];
    // At the current time, and eight days before the log's end.
    const behind = new Date(Date.parse(walk.now()) - 8 * 24 * hourMs).toISOString();
    for (const now of [walk.now(), behind])
      for (const s of states) {
        const found = models.forecastOf(s.caseId, { now, zone });
        expect(found).toEqual(plain(states, s, { now, zone }));
        count += found.length;
      }
  }
  expect(count).toBeGreaterThan(0);
  await models.close();
});

const planAgain: PastStep[] = [
  [technician, 'submitPlan', { name: '方案', upperStages: 3, lowerStages: 2, files: ['plan-any'] }],
  [expert, 'qualityAudit', { result: 'approved' }],
  [doctor, 'confirmDoctor', { result: 'approved' }],
];
const toReceipt: PastStep[] = [
  [vendor, 'scheduleProduction'],
  [vendor, 'ship', parcel],
  [doctor, 'confirmReceipt'],
  [doctor, 'complete', { outcome: 3, date: '2026-03-01' }],
];
/** A treatment without setbacks. Its last event is at the end. */
const whole: CasePast = playSteps(pastWithApprovedPlan({ upperStages: 3, lowerStages: 2 }), ...toReceipt);
/** A treatment whose first plan the doctor refuses, and whose second one comes back from production. */
const detour: CasePast = playSteps(
  pastAt[Status.DoctorRejected],
  ...planAgain,
  [vendor, 'returnToDesign', { note: '13 未纠正扭转' }],
  ...planAgain,
  ...toReceipt,
);
const beginning = Date.parse('2026-01-01T00:00:00Z');

type Life = { past: CasePast; begins: number; gaps: number[] };
const lives: fc.Arbitrary<Life[]> = fc.array(
  fc.record({
    past: fc.constantFrom(whole, whole, detour),
    begins: fc.nat(900),
    gaps: fc.array(fc.nat(60), { minLength: detour.length, maxLength: detour.length }),
  }),
  { minLength: 12, maxLength: 40, size: 'max' },
);

function livedBy({ past, begins, gaps }: Life): CaseRecord[] {
  let hours = begins;
  return past.map((e, i) => {
    hours += gaps[i] ?? 0;
    return { ...e, at: new Date(beginning + hours * hourMs).toISOString() };
  });
}

const paceRowOf = (past: CasePast) => paceView.derive(foldCase(initialCaseState, past));

/** The read model's forecast for the first case, over the rows of these streams. */
function forecasts(streams: readonly CaseRecord[][], asked: ForecastMoment) {
  const rows = new Map<string, { row: NonNullable<ReturnType<typeof paceView.derive>> }>();
  for (const [i, stream] of streams.entries()) {
    const row = stream.length > 0 ? paceRowOf(stream) : null;
    if (row) rows.set(`case-${i}`, { row });
  }
  const sights = (list: string, room: string) =>
    [...rows].flatMap(([id, { row }]) =>
      paceView
        .sights(row)
        .flatMap(sight => (sight.list === list && sight.room === room ? [{ id, ...sight }] : [])),
    );
  const histogram = (list: string, room: string) => {
    const counts = new Map<string, number>();
    for (const { group } of sights(list, room)) counts.set(group, (counts.get(group) ?? 0) + 1);
    return counts;
  };
  const reads = paceView.reads({
    find: (_view: string, id: string) => rows.has(id) && { id, ...rows.get(id) },
    histogram,
    idsBetween: ({ list, room, after = '' }: RangeQuery) =>
      sights(list, room).flatMap(({ id, sort }) => (String(sort.at) > after ? [id] : [])),
  } as unknown as Parameters<typeof paceView.reads>[0]);
  return reads.forecastOf('case-0', asked);
}

it('a forecast does not change with later events in the log', () => {
  let [some, ahead] = [0, 0];
  const zones = fc.constantFrom('Asia/Shanghai', 'Europe/Berlin', 'America/Los_Angeles', 'UTC');
  fc.assert(
    fc.property(lives, fc.nat(1800), zones, (all, hours, where) => {
      const asked = { now: new Date(beginning + hours * hourMs).toISOString(), zone: where };
      // The asked case has no setbacks, because the steps that it must repeat are known only as of the log's end.
      const streams = all.map((life, i) => livedBy(i === 0 ? { ...life, past: whole } : life));
      const until = streams.map(stream => stream.filter(e => e.at <= asked.now));
      const found = forecasts(until, asked);
      expect(forecasts(streams, asked)).toEqual(found);
      const today = dayInZone(where, Date.parse(asked.now));
      for (const { since, by } of found)
        expect([since <= today, (by?.half ?? today) >= today]).toEqual([true, true]);
      some += found.length > 0 ? 1 : 0;
      ahead += found.length > 0 && streams.flat().length > until.flat().length ? 1 : 0;
    }),
    { numRuns: 200, seed: 20261122 },
  );
  expect(Math.min(some, ahead)).toBeGreaterThan(10);
});

it('a step that must be repeated was reached, and the case itself must reach it again', () => {
  const steps = (past: CasePast) => {
    const row = { reached: reachedTimesOf(stateOf(past)), repeats: repeatedStepsOf(stateOf(past)) };
    const now = '9999-12-31T00:00:00.000Z';
    return [Object.keys(row.reached), Object.keys(reachedStepDaysAt(row, { now, zone }))];
  };
  const none: PaceStep[] = [];
  expect(steps(pastAt[Status.ToSubmit])).toEqual([none, none]);
  expect(steps(pastAt[Status.SupervisorRejected])).toEqual([none, none]);
  expect(steps(pastAt[Status.PlanUnderDesign])).toEqual([['submitted'], ['submitted']]);
  const designed = ['submitted', 'designed'];
  expect(steps(pastAt[Status.PlanAwaitingDoctor])).toEqual([designed, designed]);
  expect(steps(pastAt[Status.DoctorRejected])).toEqual([designed, ['submitted']]);
  const approved = [...designed, 'doctor'];
  expect(steps(pastAt[Status.PrepareProduction])).toEqual([approved, approved]);
  const received = [...approved, 'shipped', 'received'];
  expect(steps(pastAt[Status.AllSent])).toEqual([received, received]);
});

/** Cases that each reach the next step after these hours. */
const livesOf = (count: number, hours: readonly number[], begins = 0): CaseRecord[][] =>
  Array.from({ length: count }, () =>
    whole.slice(0, hours.length).map((e, i) => {
      const passed = hours.slice(0, i + 1).reduce((a, b) => a + b, begins);
      return { ...e, at: new Date(beginning + passed * hourMs).toISOString() };
    }),
  );

it('an open case counts as at least as long as it has taken, and leaves when it is a draft or deleted again', () => {
  const gaps = (days: number) => whole.map((_, i) => (i === approvedAt ? days * 24 : 0));
  const approvedAt = whole.findIndex(e => e.type === 'PlanDoctorReviewed');
  const untilDesigned = whole.findIndex(e => e.type === 'PlanSubmitted') + 1;
  const fast = livesOf(8, gaps(10).slice(0, approvedAt + 1));
  const open = livesOf(12, gaps(10).slice(0, approvedAt));
  const asked = { now: new Date(beginning + 30 * 24 * hourMs).toISOString(), zone: 'UTC' };
  const own = livesOf(1, gaps(0).slice(0, untilDesigned), 30 * 24);
  const [alone] = forecasts([...own, ...fast], asked);
  expect(alone).toMatchObject({
    step: 'doctor',
    cases: 8,
    open: 0,
    by: { half: addDays(alone?.since ?? '', 10) },
  });
  const [next] = forecasts([...own, ...fast, ...open], asked);
  // 8 of 20 approved after 10 days: half of them have not arrived, and nothing is known of the time after.
  expect(next).toMatchObject({ step: 'doctor', cases: 8, open: 12, by: { half: null, most: null } });
  const submitted = whole.slice(0, whole.findIndex(e => e.type === 'CaseSubmitted') + 1);
  const again = playSteps(submitted, [doctor, 'withdraw']);
  const row = paceRowOf(again);
  expect(row && paceView.sights(row)).toEqual([]);
});
