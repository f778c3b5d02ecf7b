import { describe, expect, it } from 'vitest';
import { addDays } from '#events/case/calendar.ts';
import { Status } from '#events/case/status.ts';
import { type CasePast, pastAt, playSteps, stateOf } from '#events/testing/past.ts';
import { doctor, everybody, vendor } from '#events/testing/people.ts';
import { today } from '#events/testing/world.ts';
import { presentCase } from '#projections/case/present.ts';
import { summarizeCase } from './summary.ts';

function viewOf(past: CasePast) {
  const person = (id: string) => ({
    id,
    name: id,
    position: everybody.find(p => p.id === id)?.position ?? 'Admin',
  });
  const ctx = { viewer: doctor, hidden: false, person, logId: 'log' };
  const rows = { find: () => undefined };
  return presentCase({ id: 'C', row: stateOf(past), position: 1n }, ctx, rows) ?? expect.fail('unseen');
}
const summed = (past: CasePast) => summarizeCase(viewOf(past), today, moment => moment.slice(0, 10));
const begun = addDays(today, -20);

describe('a case’s summary', () => {
  it('counts planned, sent and received aligners, and no wear without records', () => {
    const { stages, plans, refused, days, batches } = summed(pastAt[Status.Shipping]);
    expect(stages.received).toEqual({ upper: 0, lower: 0 });
    expect(stages.planned.upper).toBeGreaterThanOrEqual(stages.sent.upper);
    expect(stages.sent.upper).toBeGreaterThan(0);
    expect(stages.worn).toBeNull();
    expect({ plans, refused, days, batches }).toMatchObject({ plans: 1, refused: 0, days: null, batches: 1 });
    expect(summed(pastAt[Status.AwaitingNextBatch]).stages.received).toEqual(stages.sent);
  });
  it('counts days from the first aligner, including days on hold', () => {
    const worn = playSteps(
      pastAt[Status.AwaitingNextBatch],
      [doctor, 'recordWear', { start: begun, stage: 1, days: 7 }],
      [doctor, 'holdWear', { from: addDays(begun, 5), until: addDays(begun, 8) }],
    );
    const { stages, days } = summed(worn);
    expect(days).toEqual({ planned: stages.planned.upper * 7, real: 20, held: 3, longer: 0 });
    expect(stages.worn?.upper).toBe(3);
  });
  it('counts replacement trays, records, visits and performed IPR', () => {
    const more = playSteps(
      pastAt[Status.AwaitingNextBatch],
      [doctor, 'orderTray', { arch: 'upper', stage: 2, reason: 'lost' }],
      [vendor, 'shipTray', { tray: 1, courier: 1, trackingNumber: 'SF123456' }],
      [doctor, 'recordProcess', { date: today, stage: 1, remarks: 'a' }],
      [
        doctor,
        'recordVisit',
        {
          date: today,
          stage: 1,
          ipr: [
            { between: [13, 12], mm: 0.2 },
            { between: [11, 21], mm: 0.1 },
          ],
        },
      ],
    );
    expect(summed(more)).toMatchObject({ trays: 1, records: 1, visits: 1, ipr: 0.3 });
  });
  it('gives each known date with the days since submission', () => {
    const dates = summed(pastAt[Status.Completed]).dates;
    expect(dates.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['created', 'submitted', 'approved', 'shipped', 'completed']),
    );
    expect(dates.find(({ name }) => name === 'submitted')?.after).toBeNull();
    expect(dates.every(({ after }) => after === null || after >= 0)).toBe(true);
    expect(summed(pastAt[Status.ToAccept]).dates.map(({ name }) => name)).toEqual(['created', 'submitted']);
  });
});
