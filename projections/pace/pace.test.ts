import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { dayIn, daysBetween, defaultZone as zone } from '#events/case/calendar.ts';
import { type CaseRecord, type CaseState, foldCase, initial } from '#events/case/case.ts';
import { Status } from '#events/case/status.ts';
import { type Durations, forecast, type PaceStep } from '#events/forecast/forecast.ts';
import { approvedWith } from '#events/testing/after-approval.ts';
import { type Past, parcel, pastAt, playSteps, stateOf } from '#events/testing/past.ts';
import { doctor, vendor } from '#events/testing/people.ts';
import { openWalkModels } from '../testing/walk-models.ts';
import { type ForecastQuestion, paceView, reachedStepsIn, reachedTimesOf } from './row.ts';

const hourMs = 3_600_000;
const daysOf = (s: CaseState) =>
  Object.fromEntries(Object.entries(reachedTimesOf(s)).map(([step, then]) => [step, then.slice(0, 10)]));

/** `forecastOf` computed by looking at every case. */
function plain(all: readonly CaseState[], s: CaseState, asked: ForecastQuestion) {
  const method = (one: CaseState) => one.sections.prescription.method ?? 0;
  const like = all.filter(one => !one.deleted && one.servedBy === s.servedBy && method(one) === method(s));
  const durations = (from: PaceStep, to: PaceStep): Durations => {
    const counts = new Map<number, number>();
    for (const one of like) {
      const { [from]: a, [to]: b } = daysOf(one);
      if (!a || !b || (reachedTimesOf(one)[to] ?? '') > asked.now) continue;
      const days = Math.max(0, daysBetween(a, b));
      counts.set(days, (counts.get(days) ?? 0) + 1);
    }
    return counts;
  };
  if (s.deleted) return [];
  return forecast(
    reachedStepsIn(reachedTimesOf(s), asked),
    durations,
    dayIn(asked.zone, Date.parse(asked.now)),
  );
}

it('a forecast uses similar cases up to the present, and nothing else', async () => {
  const { walk, models, go } = await openWalkModels({ seed: 5, cases: 40, minutes: 47 });
  let count = 0;
  for (let round = 0; round < 6; round++) {
    await go(700);
    const states = [...walk.states.values()];
    // At the current time, and at a time eight days behind the log.
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

/** A treatment without setbacks, by the lengths of its steps. Its last event is at the end. */
const whole: Past = playSteps(
  approvedWith({ upperStages: 3, lowerStages: 2 }),
  [vendor, 'scheduleProduction'],
  [vendor, 'ship', parcel],
  [doctor, 'confirmReceipt'],
  [doctor, 'complete', { outcome: 3, date: '2026-03-01' }],
);
const beginning = Date.parse('2026-01-01T00:00:00Z');

type Life = { begins: number; gaps: number[] };
const lives: fc.Arbitrary<Life[]> = fc.array(
  fc.record({
    begins: fc.nat(900),
    gaps: fc.array(fc.nat(60), { minLength: whole.length, maxLength: whole.length }),
  }),
  { minLength: 12, maxLength: 40, size: 'max' },
);

function livedBy({ begins, gaps }: Life): CaseRecord[] {
  let hours = begins;
  return whole.map((e, i) => {
    hours += gaps[i] ?? 0;
    return { ...e, at: new Date(beginning + hours * hourMs).toISOString() };
  });
}

/** The read model's forecast for the first case, over the rows of these streams. */
function forecasts(streams: readonly CaseRecord[][], asked: ForecastQuestion) {
  const rows = new Map<string, { row: NonNullable<ReturnType<typeof paceView.derive>> }>();
  for (const [i, stream] of streams.entries()) {
    const row = stream.length > 0 ? paceView.derive(foldCase(initial, stream)) : null;
    if (row) rows.set(`case-${i}`, { row });
  }
  const sights = (room: string) =>
    [...rows].flatMap(([id, { row }]) =>
      paceView.sights(row).flatMap(sight => (sight.room === room ? [{ id, ...sight }] : [])),
    );
  const histogram = (_list: string, room: string) => {
    const counts = new Map<string, number>();
    for (const { group } of sights(room)) counts.set(group, (counts.get(group) ?? 0) + 1);
    return counts;
  };
  const reads = paceView.reads({
    find: (_view: string, id: string) => rows.get(id),
    histogram,
    idsAfter: (_list: string, room: string, _groups: readonly string[], key: string) =>
      sights(room).flatMap(({ id, sort }) => (String(sort.at) > key ? [id] : [])),
  } as unknown as Parameters<typeof paceView.reads>[0]);
  return reads.forecastOf('case-0', asked);
}

it('a forecast does not change with later events in the log', () => {
  let [some, ahead] = [0, 0];
  const zones = fc.constantFrom('Asia/Shanghai', 'Europe/Berlin', 'America/Los_Angeles', 'UTC');
  fc.assert(
    fc.property(lives, fc.nat(1800), zones, (all, hours, where) => {
      const asked = { now: new Date(beginning + hours * hourMs).toISOString(), zone: where };
      const streams = all.map(livedBy);
      const until = streams.map(stream => stream.filter(e => e.at <= asked.now));
      const found = forecasts(until, asked);
      expect(forecasts(streams, asked)).toEqual(found);
      const today = dayIn(where, Date.parse(asked.now));
      for (const { since, by } of found)
        expect([since <= today, !by || by.half >= today]).toEqual([true, true]);
      some += found.length > 0 ? 1 : 0;
      ahead += found.length > 0 && streams.flat().length > until.flat().length ? 1 : 0;
    }),
    { numRuns: 200, seed: 20261122 },
  );
  expect(Math.min(some, ahead)).toBeGreaterThan(10);
});

it('a step that must be repeated does not count as reached', () => {
  const steps = (status: keyof typeof pastAt) => Object.keys(reachedTimesOf(stateOf(pastAt[status])));
  expect(steps(Status.ToSubmit)).toEqual([]);
  expect(steps(Status.PlanUnderDesign)).toEqual(['submitted']);
  expect(steps(Status.PlanAwaitingDoctor)).toEqual(['submitted', 'designed']);
  expect(steps(Status.DoctorRejected)).toEqual(['submitted']);
  expect(steps(Status.PrepareProduction)).toEqual(['submitted', 'designed', 'doctor']);
  expect(steps(Status.AllSent)).toEqual(['submitted', 'designed', 'doctor', 'shipped', 'received']);
});
