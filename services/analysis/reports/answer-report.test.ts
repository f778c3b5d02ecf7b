import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { options } from '#events/case/options.ts';
import { createRandom } from '#events/script/random.ts';
import { foldAnalysedRows, logOfWalk, openEngineWithRows } from '../testing/analysed-walk.ts';
import { answerReport, type RunSql } from './answer-report.ts';
import { askedChangesReport } from './asked-changes.ts';
import { cohortsReport } from './cohorts.ts';
import { cycleTimesReport } from './cycle-times.ts';
import { funnelReport } from './funnel.ts';
import type { ReportParams, ReportRow, SplitName } from './report.ts';
import { cellsOf } from './small-cells.ts';
import { workWeeksReport } from './work-weeks.ts';
import { workloadReport } from './workload.ts';

const k = 5;
let engine: Awaited<ReturnType<typeof openEngineWithRows>>;
let everything: ReportParams;

beforeAll(async () => {
  const log = await logOfWalk(21, 900, 40);
  const rows = foldAnalysedRows(log, log.length);
  engine = await openEngineWithRows(rows);
  everything = {
    ...{ from: 0, to: rows.now + 1, now: rows.now, zone: 'UTC', rules: '[]' },
    ...{ method: null, productType: null, org: null, person: null },
  };
});
afterAll(() => engine.close());

const asked = (by: SplitName | null, change: Partial<ReportParams> = {}) =>
  answerReport(cycleTimesReport, { params: { ...everything, ...change }, by, k }, engine.run);

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

describe('a report over time', () => {
  /** Weeks in which so many cases came, and none left. */
  const weeksOf = (...came: number[]) =>
    came.map((n, i) => {
      const cases = came.slice(0, i + 1).reduce((sum, one) => sum + one);
      const behind = { came_cases: n, gone_cases: 0, open_cases: cases };
      return { week: `week ${i}`, cases, came: n, gone: 0, open: cases, ...behind };
    });
  const weeks: Readonly<Record<string, ReportRow[]>> = {
    null: weeksOf(60, 52, 52, 65, 45),
    1: weeksOf(10, 12, 2, 20, 15),
    2: weeksOf(30, 20, 30, 25, 10),
    3: weeksOf(20, 20, 20, 20, 20),
  };
  const run: RunSql = async (sql, { method }) => {
    if (sql.includes('AS deleted')) return [{}];
    return sql.includes('AS week') ? (weeks[String(method)] ?? []) : [{ cases: 59 }];
  };

  test('tells no small number of a week by the weeks around it', async () => {
    const params = { ...everything, method: 1 };
    const { items, hidden } = await answerReport(workWeeksReport, { params, by: null, k }, run);
    expect(hidden).toEqual([{ week: 'week 0' }, { week: 'week 2' }]);
    expect(items).toEqual([
      { week: 'week 1', cases: 22, came: null, left: null, open: null },
      { week: 'week 3', cases: 44, came: null, left: null, open: null },
      { week: 'week 4', cases: 59, came: 15, left: 0, open: 59 },
    ]);
  });

  test('hides nothing without a filter by what was sealed', async () => {
    const { items } = await answerReport(workWeeksReport, { params: everything, by: null, k }, run);
    expect(items).toHaveLength(5);
    expect(items.filter(({ came }) => came === null)).toEqual([]);
  });
});

describe('comparing the values of the filter', () => {
  const weeks = [1, 2, 3, 4, 6, 8];
  const methods = options.method.map(String);
  const random = createRandom(24);
  type Method = { cases: number; reached: number[] };
  /** A month of one method; at times without a case. */
  const methodOf = (): Method => {
    if (random.next() < 0.2) return { cases: 0, reached: weeks.map(() => 0) };
    let n = 0;
    const reached = weeks.map(() => {
      n += Math.floor(random.next() ** 3 * 14);
      return n;
    });
    return { cases: n + Math.floor(random.next() * 20), reached };
  };
  const sumOf = (all: readonly Method[]): Method => ({
    cases: all.reduce((sum, { cases }) => sum + cases, 0),
    reached: weeks.map((_, i) => all.reduce((sum, { reached }) => sum + (reached[i] ?? 0), 0)),
  });
  /** Answers like the engine, which returns no rows with a count of 0. */
  const runOver =
    (month: ReadonlyMap<string, Method>): RunSql =>
    async (sql, { method }) => {
      const of = method === null ? sumOf([...month.values()]) : month.get(String(method));
      if (!of || of.cases === 0) return [{ cases: 0 }].slice(sql.includes('AS week') ? 1 : 0);
      if (!sql.includes('AS week')) return [{ cases: of.cases }];
      const about = { month: '2026-03', step: 'approved', cases: of.cases };
      return weeks.map((week, i) => ({ ...about, week, reached: of.reached[i] ?? 0 }));
    };
  /** What an answer tells of a method: a number of each week; undefined for a hidden one. */
  async function toldOf(method: string, run: RunSql): Promise<(number | undefined)[]> {
    const params = { ...everything, method: Number(method) };
    const { items, hidden } = await answerReport(cohortsReport, { params, by: null, k }, run);
    return weeks.map(week => {
      const item = items.find(one => one.week === week);
      if (item) return item.reached ?? undefined;
      return hidden.some(one => one.week === week) ? undefined : 0;
    });
  }

  test('tells no few people of nested counts, not by subtraction either', async () => {
    for (let round = 0; round < 100; round++) {
      const month = new Map(methods.map(method => [method, methodOf()]));
      const told = new Map<string, (number | undefined)[]>();
      for (const method of methods) told.set(method, await toldOf(method, runOver(month)));
      for (const [method, line] of told) {
        // A number that only one answer hides is the total without the others.
        const known = line.map((n, i) => {
          const isAlone = [...told.values()].every(other => other === line || other[i] !== undefined);
          return isAlone ? month.get(method)?.reached[i] : n;
        });
        const numbers = [0, ...known.filter(n => n !== undefined)];
        for (const one of numbers)
          for (const other of numbers) {
            const between = Math.abs(one - other);
            expect(between === 0 || between >= k, `round ${round}, ${method}: ${known}`).toBe(true);
          }
      }
    }
  });
});

describe('a report of nested counts', () => {
  const funnelOf = (...counts: number[]) =>
    ['submitted', 'accepted', 'designed', 'approved'].map((step, i) => ({ step, cases: counts[i] ?? 0 }));
  const cohortOf = (...reached: number[]) =>
    reached.map((n, i) => ({ month: '2026-03', step: 'approved', week: i + 1, cases: 60, reached: n }));
  const table: Readonly<Record<string, { funnel: ReportRow[]; cohort: ReportRow[] }>> = {
    null: { funnel: funnelOf(90, 88, 70, 40), cohort: cohortOf(20, 32, 43, 50) },
    1: { funnel: funnelOf(40, 38, 30, 20), cohort: cohortOf(10, 12, 23, 30) },
    2: { funnel: funnelOf(50, 50, 40, 20), cohort: cohortOf(10, 20, 20, 20) },
  };
  const run: RunSql = async (sql, { method }) => {
    if (sql.includes('AS deleted')) return [{}];
    const rows = table[String(method)];
    if (sql.includes('AS week'))
      return (rows?.cohort ?? []).map(row => ({ ...row, cases: method ? 60 : 120 }));
    return sql.includes('AS step') || sql.includes('names.step') ? (rows?.funnel ?? []) : [{ cases: 90 }];
  };
  const params = () => ({ ...everything, method: 1 });

  test('hides a step that a few cases did not reach', async () => {
    const { items } = await answerReport(funnelReport, { params: params(), by: null, k }, run);
    expect(items.map(({ step }) => step)).toEqual(['submitted', 'designed', 'approved']);
  });

  test('hides a week in which a few cases got there', async () => {
    const { items } = await answerReport(cohortsReport, { params: params(), by: null, k }, run);
    expect(items.map(({ week, reached }) => [week, reached])).toEqual([
      [1, 10],
      [2, null],
      [3, 23],
      [4, 30],
    ]);
  });

  test('hides nothing without a filter by what was sealed', async () => {
    const { items } = await answerReport(funnelReport, { params: everything, by: null, k }, run);
    expect(items).toHaveLength(4);
  });
});

test('a part that counts facts is hidden by the number of their cases', () => {
  const change = { what: 'movement', axis: 'rotation', place: '15', times: 60, cases: 10 };
  const none = { withdrawn: 0, withdrawn_cases: 0, withdrawn_rest: 10 };
  const measured = { measured: 60, measured_cases: 10, measured_rest: 0 };
  const met = { met: 30, met_cases: 1, met_rest: 9 };
  const cells = cellsOf(askedChangesReport, [{ ...change, ...none, ...measured, ...met }]);
  expect(cells.map(({ part, count }) => [part, count])).toEqual([
    [null, 10],
    ...[0, 10].map(count => ['withdrawn', count]),
    ...[10, 0].map(count => ['measured', count]),
    ...[1, 9].map(count => ['met', count]),
  ]);
});

test('the rest of a part of the workload has no cases outside the range', async () => {
  const { to } = everything;
  const week = { ...everything, from: to - 7 * 86_400_000 };
  const rows = await engine.run(workloadReport.sql(null), week);
  expect(rows.length).toBeGreaterThan(1);
  for (const { cases, came_rest, gone_rest, open_rest } of rows)
    expect(Math.max(Number(came_rest), Number(gone_rest), Number(open_rest))).toBeLessThanOrEqual(
      Number(cases),
    );
});
