import { describe, expect, it } from 'vitest';
import { isReportKnown, openReportOutbox, type PatientReport } from './report-outbox.ts';

const changed: PatientReport = { id: 'a', on: '2025-03-14', kind: 'changes', stage: 4 };
const lost: PatientReport = {
  id: 'b',
  on: '2025-03-14',
  kind: 'missed',
  arch: 'upper',
  stage: 4,
  reason: 'lost',
};

describe('the patient’s unsent reports', () => {
  it('stay on the phone in order until they are taken, separately per page', () => {
    const held = new Map<string, string>();
    const box = {
      getItem: (key: string) => held.get(key) ?? null,
      setItem: (key: string, text: string) => void held.set(key, text),
      removeItem: (key: string) => void held.delete(key),
    };
    const outbox = openReportOutbox(box, '/wearView/one');
    outbox.add(changed);
    outbox.add(lost);
    expect(openReportOutbox(box, '/wearView/one').all()).toEqual([changed, lost]);
    expect(openReportOutbox(box, '/wearView/two').all()).toEqual([]);
    outbox.remove('a');
    expect(outbox.all()).toEqual([lost]);
    outbox.remove('b');
    expect(held.size).toBe(0);
  });

  it('count as known only if the clinic already has them', () => {
    expect(isReportKnown(lost, 'missed-known', { stage: 1 })).toBe(true);
    expect(isReportKnown(changed, 'change-not-next', { stage: 4 })).toBe(true);
    // The clinic paused at the third aligner and does not know of the fourth.
    expect(isReportKnown(changed, 'change-not-next', { stage: 3 })).toBe(false);
    expect(isReportKnown(changed, 'day-order', { stage: 4 })).toBe(false);
  });
});
