import { describe, expect, it } from 'vitest';
import { addDays } from '../case/calendar.ts';
import type { WearRecord } from './wear.ts';
import { patientTypeOf, urgencySortKey, type WearWithLimits, wearOn } from './wear-status.ts';

const start = '2026-01-05';
const record: WearRecord = {
  start,
  stage: 1,
  days: 7,
  by: 'd',
  at: `${start}T00:00:00Z`,
  holds: [],
  longer: {},
  changes: [],
};
const limits = { total: { upper: 10, lower: 8 }, received: { upper: 5, lower: 5 } };
const all = { ...limits, received: limits.total };
const on = (days: number) => addDays(start, days);
const typeOn = (worn: WearWithLimits, day: string) => patientTypeOf(wearOn(worn, day));

describe('a patient', () => {
  it('is on time, waits after the aligners received, is on hold, or has finished', () => {
    const worn = { wear: record, limits };
    expect(typeOn(worn, on(-3))).toBe('onTime');
    expect(typeOn(worn, on(34))).toBe('onTime');
    expect(typeOn(worn, on(35))).toBe('attention');
    expect(typeOn({ wear: { ...record, holds: [{ from: on(3), until: null }] }, limits }, on(4))).toBe(
      'held',
    );
    expect(typeOn({ wear: record, limits: all }, on(70))).toBe('done');
  });
  it('is late once an expected change is not reported', () => {
    const said = { ...record, changes: [{ stage: 2, on: on(7), by: 'patient' as const }] };
    expect(typeOn({ wear: said, limits }, on(13))).toBe('onTime');
    expect(typeOn({ wear: said, limits }, on(15))).toBe('attention');
  });
  it('has no record before it begins, or before anything was received', () => {
    expect(typeOn({ wear: null, limits }, on(0))).toBe('unrecorded');
    expect(typeOn({ wear: record, limits: null }, on(0))).toBe('unrecorded');
  });
  it('is sorted by urgency: the latest first, then by next change, the rest last', () => {
    const due = (worn: WearWithLimits, day: string) => urgencySortKey(wearOn(worn, day), day);
    const order = [
      due({ wear: record, limits }, on(40)),
      due({ wear: record, limits }, on(36)),
      due({ wear: record, limits }, on(6)),
      due({ wear: record, limits }, on(1)),
      due({ wear: { ...record, holds: [{ from: on(3), until: on(9) }] }, limits }, on(4)),
      due({ wear: null, limits }, on(1)),
      due({ wear: record, limits: all }, on(70)),
    ];
    expect(order).toEqual(order.toSorted((a, b) => a - b));
    expect(new Set(order).size).toBe(order.length);
  });
});
