import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { engineOver, plainRows, walkedLog } from '../testing/analysed-walk.ts';
import { answerReport } from './answer-report.ts';
import { cycleTimes } from './cycle-times.ts';
import type { ReportParams, SplitName } from './report.ts';

const k = 5;
let engine: Awaited<ReturnType<typeof engineOver>>;
let everything: ReportParams;

beforeAll(async () => {
  const log = await walkedLog(21, 900, 40);
  const rows = plainRows(log, log.length);
  engine = await engineOver(rows);
  everything = {
    ...{ from: 0, to: rows.now + 1, now: rows.now, zone: 'UTC', rules: '[]' },
    ...{ method: null, productType: null, org: null, person: null },
  };
});
afterAll(() => engine.close());

const asked = (by: SplitName | null, change: Partial<ReportParams> = {}) =>
  answerReport(cycleTimes, { params: { ...everything, ...change }, by, k }, engine.run);

describe('a report', () => {
  test('hides nothing of a split by what is open', async () => {
    const { items, hidden, total } = await asked('month');
    expect(items.some(({ cases }) => cases < k)).toBe(true);
    expect(hidden).toEqual([]);
    expect(total).toBe(items.length);
  });

  test('shows no small count of a split by what was sealed, and says which are hidden', async () => {
    const { items, hidden, total } = await asked('method');
    expect(items.filter(({ cases }) => cases < k)).toEqual([]);
    expect(hidden.length).toBeGreaterThan(0);
    expect(items.length + hidden.length).toBe(total);
    expect(hidden[0]).toEqual({ status: expect.any(Number), group: expect.any(String) });
  });

  test('of a filter tells nothing of the rest that is small', async () => {
    const all = await asked(null);
    const { items } = await asked(null, { method: 1 });
    expect(items.length).toBeGreaterThan(0);
    for (const item of items) {
      const rest = (all.items.find(({ status }) => status === item.status)?.cases ?? 0) - item.cases;
      expect(rest === 0 || rest >= k, `status ${item.status}: ${item.cases} and ${rest}`).toBe(true);
    }
  });

  test('counts what it rests on and what it leaves out', async () => {
    const { cases, leftOut } = await asked(null);
    expect(cases).toBeGreaterThan(0);
    expect(leftOut).toEqual({
      drafts: expect.any(Number),
      withdrawn: expect.any(Number),
      deleted: expect.any(Number),
    });
  });
});
