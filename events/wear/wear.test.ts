import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, daysBetween } from '../case/calendar.ts';
import { Status } from '../case/status.ts';
import { given } from '../testing/given.ts';
import { pastAt, playSteps, stateOf } from '../testing/past.ts';
import { assistant, doctor, expert, vendor } from '../testing/people.ts';
import { today } from '../testing/world.ts';
import type { WearRecord } from './wear.ts';
import {
  lastCompleteAligner,
  nextReportableAligner,
  type WearLimits,
  wearAt,
  wearCalendar,
} from './wear-calendar.ts';

const start = '2026-01-05';
const record = (more: Partial<WearRecord> = {}): WearRecord => ({
  start,
  stage: 1,
  days: 7,
  by: doctor.id,
  at: '2026-01-05T08:00:00Z',
  holds: [],
  longer: {},
  changes: [],
  ...more,
});
const all = { total: { upper: 24, lower: 20 }, received: { upper: 24, lower: 20 } };
const first = { total: { upper: 24, lower: 20 }, received: { upper: 10, lower: 10 } };
const on = (days: number) => addDays(start, days);

describe('the aligner worn on a day', () => {
  it('changes at midnight every so many days, with the due date of the next', () => {
    expect(wearAt(record(), all, on(0))).toMatchObject({ state: 'worn', stage: 1, day: 1, left: 7 });
    expect(wearAt(record(), all, on(6))).toMatchObject({ stage: 1, day: 7, next: on(7), left: 1 });
    expect(wearAt(record(), all, on(7))).toMatchObject({ stage: 2, day: 1, next: on(14) });
    expect(wearAt(record({ stage: 5, days: 10 }), all, on(35))).toMatchObject({ stage: 8, day: 6 });
  });
  it('keeps the shorter arch at its last one while the other continues', () => {
    expect(wearAt(record(), all, on(7 * 21))).toMatchObject({ stage: 22, upper: 22, lower: 20 });
  });
  it('excludes an aligner with only one arch received', () => {
    const half = { ...all, received: { upper: 5, lower: 4 } };
    expect([lastCompleteAligner(half), lastCompleteAligner(first), lastCompleteAligner(all)]).toEqual([
      4, 10, 24,
    ]);
    expect(nextReportableAligner(record(), half, on(7 * 2 + 1))).toBe(4);
    expect(nextReportableAligner(record(), half, on(7 * 3 + 1))).toBeNull();
    expect(wearAt(record(), half, on(7 * 4))).toMatchObject({ state: 'waiting', upper: 5, lower: 4 });
  });
  it('begins on its first day, and ends after the last aligner’s days', () => {
    expect(wearAt(record(), all, on(-1)).state).toBe('before');
    const lowerOnly = { ...all, received: { upper: 0, lower: 20 } };
    expect(wearAt(record(), lowerOnly, on(-9))).toMatchObject({ state: 'before', late: 0 });
    expect(wearAt(record(), all, on(7 * 24 - 1))).toMatchObject({ state: 'worn', stage: 24, next: null });
    expect(wearAt(record(), all, on(7 * 24)).state).toBe('done');
  });
  it('waits if the next one was not received, and counts the days', () => {
    expect(wearAt(record(), first, on(69)).state).toBe('worn');
    expect(wearAt(record(), first, on(73))).toMatchObject({ state: 'waiting', stage: 10, late: 3 });
  });
  it('continues with one arch if the other’s were not received', () => {
    const upperOnly = { ...all, received: { upper: 24, lower: 2 } };
    expect(wearAt(record(), upperOnly, on(28))).toMatchObject({ state: 'waiting', upper: 5, lower: 2 });
  });
  it('shifts later dates by a hold and by an extension', () => {
    const held = record({ holds: [{ from: on(10), until: on(15) }] });
    expect(wearAt(held, all, on(12)).state).toBe('held');
    expect(wearCalendar(held, all).slice(0, 4)).toEqual([
      { stage: 1, on: on(0) },
      { stage: 2, on: on(7) },
      { stage: 3, on: on(19) },
      { stage: 4, on: on(26) },
    ]);
    const longer = record({ longer: { 2: 3 } });
    expect(wearCalendar(longer, all)[2]).toEqual({ stage: 3, on: on(17) });
  });
  it('accepts a hold that ends on the last possible date', () => {
    const held = record({ holds: [{ from: on(10), until: '9999-12-31' }] });
    expect(wearAt(held, all, on(12))).toMatchObject({ state: 'held', stage: 2, upper: 2 });
  });
  it('has no later dates while a hold is open', () => {
    const held = record({ holds: [{ from: on(10), until: null }] });
    expect(wearCalendar(held, all).map(one => one.stage)).toEqual([1, 2]);
    expect(wearAt(held, all, on(40))).toMatchObject({ state: 'held', stage: 2, next: null, left: null });
  });
  it('restarts at a reported change, and is late if an expected report is missing', () => {
    const said = record({ changes: [{ stage: 2, on: on(9), by: 'patient' }] });
    expect(wearAt(said, all, on(9))).toMatchObject({ state: 'worn', stage: 2, day: 1, next: on(16) });
    expect(wearAt(said, all, on(18))).toMatchObject({ state: 'late', stage: 2, late: 2 });
    const clinic = record({ changes: [{ stage: 2, on: on(9), by: 'clinic' }] });
    expect(wearAt(clinic, all, on(18))).toMatchObject({ state: 'worn', stage: 3 });
  });
  it('never asks for an aligner skipped by a reported change', () => {
    const passed = record({ changes: [{ stage: 4, on: on(3), by: 'clinic' }] });
    expect(wearCalendar(passed, all).slice(0, 3)).toEqual([
      { stage: 1, on: on(0) },
      { stage: 4, on: on(3) },
      { stage: 5, on: on(10) },
    ]);
    const upperOnly = { ...all, received: { upper: 24, lower: 2 } };
    expect(wearAt(passed, upperOnly, on(4))).toMatchObject({ state: 'waiting', upper: 4, lower: 2, late: 1 });
  });
  it('accepts a change reported during a hold', () => {
    const held = record({
      holds: [{ from: on(10), until: null }],
      changes: [{ stage: 4, on: on(12), by: 'clinic' }],
    });
    expect(wearCalendar(held, all).map(one => one.stage)).toEqual([1, 2, 4]);
    expect(wearAt(held, all, on(12))).toMatchObject({ state: 'held', stage: 4, next: null });
  });
});

const dayIn = (max: number) => fc.integer({ min: 0, max });
const limitsOf: fc.Arbitrary<WearLimits> = fc
  .tuple(dayIn(40), dayIn(40), dayIn(40), dayIn(40))
  .map(([a, b, c, d]) => ({
    total: { upper: Math.max(1, a), lower: b },
    received: { upper: Math.min(Math.max(1, a), Math.max(1, c)), lower: Math.min(b, d) },
  }));

describe('any record', () => {
  it('without holds has stage start + ⌊days / interval⌋, capped (DOMAIN.md 1)', () => {
    fc.assert(
      fc.property(
        dayIn(400),
        fc.integer({ min: 1, max: 21 }),
        fc.integer({ min: 1, max: 24 }),
        (day, days, stage) => {
          const now = wearAt(record({ days, stage }), all, on(day));
          expect(now.stage).toBe(Math.min(24, stage + Math.floor(day / days)));
        },
      ),
      { seed: 61 },
    );
  });
  it('never passes the received stages of either arch, and never goes back', () => {
    fc.assert(
      fc.property(limitsOf, dayIn(400), dayIn(400), dayIn(60), (limits, a, b, hold) => {
        const wear = record({ holds: [{ from: on(hold), until: on(hold + 9) }] });
        const [before, after] = [Math.min(a, b), Math.max(a, b)].map(day => wearAt(wear, limits, on(day)));
        for (const now of [before, after]) {
          expect(now?.upper).toBeLessThanOrEqual(limits.received.upper);
          expect(now?.lower).toBeLessThanOrEqual(limits.received.lower);
        }
        expect(after?.stage).toBeGreaterThanOrEqual(before?.stage ?? 0);
      }),
      { seed: 62 },
    );
  });
  it('a hold shifts the last date by its own days', () => {
    fc.assert(
      fc.property(dayIn(100), fc.integer({ min: 1, max: 30 }), (from, days) => {
        const end = (wear: WearRecord) => wearCalendar(wear, all).at(-1)?.on ?? '';
        const held = end(record({ holds: [{ from: on(from), until: on(from + days) }] }));
        expect(daysBetween(end(record()), held)).toBe(days);
      }),
      { seed: 63 },
    );
  });
});

describe('keeping a record', () => {
  const begun = playSteps(pastAt[Status.AwaitingNextBatch], [
    doctor,
    'recordWear',
    { start: '2026-02-02', stage: 1, days: 7 },
  ]);
  const refused = (action: 'recordWear' | 'holdWear' | 'changeAligner', input: object, issue: string) =>
    given(action === 'recordWear' ? pastAt[Status.AwaitingNextBatch] : begun)
      .when(action, doctor, input)
      .refused('badInput', issue);

  it('is for doctor or assistant, with seven days by default', () => {
    given(pastAt[Status.AwaitingNextBatch])
      .when('recordWear', assistant, { start: today, stage: 1 })
      .then({ type: 'WearRecorded', data: { start: today, stage: 1, days: 7 } });
    for (const viewer of [expert, vendor])
      given(pastAt[Status.AwaitingNextBatch])
        .when('recordWear', viewer, { start: today, stage: 1 })
        .refused('notPermitted');
  });
  it('begins with a planned and received aligner', () => {
    refused('recordWear', { start: today, stage: 25 }, 'stage: stages-past-end');
    refused('recordWear', { start: today, stage: 11 }, 'stage: stage-not-received');
    refused('recordWear', { start: today, stage: 0 }, 'stage: too-small');
    refused('recordWear', { start: today, stage: -3 }, 'stage: too-small');
    refused('recordWear', { start: today, stage: 1, days: 0 }, 'days: too-small');
    refused('recordWear', { start: '2026-02-30', stage: 1 }, 'start: date-invalid');
    given(pastAt[Status.PrepareProduction])
      .when('recordWear', doctor, { start: today, stage: 1 })
      .refused('badInput', 'start: nothing-received');
  });
  it('accepts holds one after the other', () => {
    refused('holdWear', { from: '2026-02-01' }, 'from: before-start');
    refused('holdWear', { from: '2026-02-10', until: '2026-02-10' }, 'until: day-order');
    const held = playSteps(begun, [doctor, 'holdWear', { from: '2026-02-10' }]);
    given(held).when('holdWear', doctor, { from: '2026-02-12' }).refused('badInput', 'from: hold-overlaps');
    given(held).when('resumeWear', doctor, { on: '2026-02-09' }).refused('badInput', 'on: day-order');
    const again = stateOf(playSteps(held, [doctor, 'resumeWear', { on: '2026-02-20' }]));
    expect(again.wear?.holds).toEqual([{ from: '2026-02-10', until: '2026-02-20' }]);
    given(begun).when('resumeWear', doctor, { on: today }).refused('actionClosed');
  });
  it('accepts a change of a received aligner, between the neighbouring changes', () => {
    refused('changeAligner', { stage: 11, on: today }, 'stage: stage-not-received');
    refused('changeAligner', { stage: 2, on: '2026-03-03' }, 'on: date-future');
    refused('changeAligner', { stage: 2, on: '2026-02-01' }, 'on: day-order');
    refused('changeAligner', { stage: 2, on: today, by: 'patient' }, 'by: not-a-choice');
    const third = playSteps(begun, [doctor, 'changeAligner', { stage: 3, on: '2026-02-16' }]);
    given(third)
      .when('changeAligner', doctor, { stage: 2, on: '2026-02-17' })
      .refused('badInput', 'on: day-order');
  });
  it("a new record starts fresh, without the old one's holds", () => {
    const anew = playSteps(
      begun,
      [doctor, 'holdWear', { from: '2026-02-10', until: '2026-02-12' }],
      [doctor, 'extendWear', { days: 3 }],
      [doctor, 'recordWear', { start: '2026-02-20', stage: 4, days: 10 }],
    );
    expect(stateOf(anew).wear).toMatchObject({ stage: 4, days: 10, holds: [], longer: {}, changes: [] });
  });
});
