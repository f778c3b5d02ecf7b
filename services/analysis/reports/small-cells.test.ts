/** Combining the answers of a report with and without filters tells no small count. */
import { describe, expect, test } from 'vitest';
import { Status } from '#events/case/status.ts';
import { answerReport } from './answer-report.ts';
import { cohortsReport } from './cohorts.ts';
import { processMapReport } from './process-map.ts';
import type { ReportDefinition, ReportParams, ReportRow } from './report.ts';
import { reworkReport } from './rework.ts';

const k = 5;
type Case = { status: number; who: string; org: string; method: number | null; productType: number | null };
type Item = { status: number; group: string | null; cases: number };

const report: ReportDefinition<Item> = {
  positions: ['Analyst'],
  by: [null, 'technician', 'method'],
  sql: by => `items ${by}`,
  item: row => ({
    status: Number(row.status),
    group: row.split === null ? null : String(row.split),
    cases: Number(row.cases),
  }),
  cell: ({ status, group, cases }) => ({ about: { status, group }, group, count: cases }),
  basis: { sql: () => 'basis', about: {}, figures: {} },
};
const everything: ReportParams = {
  ...{ from: 0, to: 1, now: 0, zone: 'UTC', rules: '[]' },
  ...{ method: null, productType: null, org: null, person: null },
};

/** Answers the report's questions from a list of cases. */
const asking =
  (cases: readonly Case[]) =>
  async (by: 'technician' | 'method' | null, change: Partial<ReportParams> = {}) => {
    const run = async (sql: string, { method, productType, org }: ReportParams): Promise<ReportRow[]> => {
      if (sql.includes('AS drafts')) return [{ drafts: 0, withdrawn: 0, deleted: 0 }];
      // Everybody has enough cases for figures of their own.
      if (sql.includes('AS person')) return [];
      const chosen = cases.filter(
        one =>
          (org === null || one.org === org) &&
          (method === null || one.method === method) &&
          (productType === null || one.productType === productType),
      );
      if (sql.includes('count(*)::INTEGER AS cases FROM chosen')) return [{ cases: chosen.length }];
      const splitOf = ({ who, method: of }: Case) => (by === 'method' ? String(of) : by && who);
      const groups = Map.groupBy(chosen, one => `${one.status} ${splitOf(one)}`);
      return [...groups.values()].map(group => ({
        status: group[0]?.status ?? 0,
        split: group[0] ? splitOf(group[0]) : null,
        cases: group.length,
      }));
    };
    return answerReport(report, { params: { ...everything, ...change }, by, k }, run);
  };

const many = (count: number, one: Partial<Case>): Case[] =>
  Array.from({ length: count }, () => ({
    status: Status.ToAccept,
    who: 'u1',
    org: 'a',
    method: 1,
    productType: 1,
    ...one,
  }));
/** A second status, whose counts are large. */
const others = [1, 2, 3, 4].flatMap(productType =>
  [1, 2].flatMap(method => many(6, { status: Status.InfoRequested, method, productType })),
);

const at10 = ({ items }: { items: Item[] }) =>
  items.filter(({ status }) => status === Status.ToAccept).map(({ cases }) => cases);

describe('the answers for all values of a filter', () => {
  const ask = asking([
    ...others,
    ...many(20, { productType: 1 }),
    ...many(22, { productType: 2 }),
    ...many(3, { productType: 3 }),
  ]);

  test('leave a second one hidden, so that the total minus the others tells nothing', async () => {
    const answers = await Promise.all([1, 2, 3].map(productType => ask(null, { productType })));
    expect(at10(await ask(null))).toEqual([45]);
    expect(answers.filter(answer => at10(answer).length === 0).length).toBeGreaterThan(1);
    expect(at10(answers[2] as { items: Item[] })).toEqual([]);
  });

  test('hide the number of cases where the rest is small', async () => {
    const few = asking([...many(20, { method: 1 }), ...many(3, { method: 2 })]);
    expect((await few(null)).cases).toBe(23);
    expect((await few(null, { method: 1 })).cases).toBeNull();
    expect((await few(null, { method: 2 })).cases).toBeNull();
    const enough = asking([...many(20, { method: 1 }), ...many(30, { method: 2 })]);
    expect((await enough(null, { method: 1 })).cases).toBe(20);
  });
});

test('a small count of a technician does not follow from the sum of all technicians', async () => {
  const ask = asking([
    ...others,
    ...many(20, { who: 'u1', method: 1 }),
    ...many(2, { who: 'u2', method: 1 }),
    ...many(20, { who: 'u3', method: 1 }),
    ...many(40, { who: 'u1', method: 2 }),
    ...many(40, { who: 'u2', method: 2 }),
    ...many(40, { who: 'u3', method: 2 }),
  ]);
  const shown = at10(await ask('technician', { method: 1 }));
  expect(shown.length).toBeLessThan(2);
});

test('a count of both filters does not follow from those of one', async () => {
  const ask = asking([
    ...others,
    ...many(2, { method: 1, productType: 1 }),
    ...many(18, { method: 1, productType: 2 }),
    ...many(20, { method: 2, productType: 1 }),
    ...many(25, { method: 2, productType: 2 }),
  ]);
  expect(at10(await ask(null, { method: 1 }))).toEqual([20]);
  for (const method of [1, 2])
    for (const productType of [1, 2]) expect(at10(await ask(null, { method, productType }))).toEqual([]);
});

describe('a choice of an organisation', () => {
  const ask = asking([
    ...others,
    ...many(30, { status: Status.InfoRequested, org: 'b' }),
    ...many(20, { org: 'a', method: 1 }),
    ...many(20, { org: 'a', method: 2 }),
    ...many(3, { org: 'b', method: 1 }),
    ...many(30, { org: 'b', method: 2 }),
  ]);

  test('does not tell the small count of the others by a filter', async () => {
    expect(at10(await ask(null, { method: 1 }))).toEqual([23]);
    const own = await ask(null, { method: 1, org: 'a' });
    expect([at10(own), own.cases]).toEqual([[], expect.any(Number)]);
  });

  test('nor by a split', async () => {
    expect(at10(await ask('method'))).toEqual([23, 50]);
    expect(at10(await ask('method', { org: 'a' }))).toEqual([]);
  });
});

describe('a few cases are hidden', () => {
  /** The same row for all methods together, and a smaller one for each of them. */
  const rows = (all: ReportRow, few: ReportRow) => async (sql: string, p: ReportParams) => {
    if (sql.includes('AS drafts') || sql.includes('AS cases FROM chosen')) return [];
    return [p.method === null ? all : few];
  };
  const params = { ...everything, method: 1 };

  test('in a month of which none has reached a step', async () => {
    const of = { month: '2026-04', step: 'approved', week: 2, reached: 0 };
    const run = rows({ ...of, cases: 40 }, { ...of, cases: 2 });
    expect((await answerReport(cohortsReport, { params, by: null, k }, run)).items).toEqual([]);
  });

  test('behind many events and stays', async () => {
    const events = { type: 'PlanDoctorReviewed', reason: null, split: null };
    const sent = rows({ ...events, times: 90, cases: 40 }, { ...events, times: 9, cases: 1 });
    expect((await answerReport(reworkReport, { params, by: null, k }, sent)).items).toEqual([]);
    const edge = {
      status: Status.PlanAwaitingDoctor,
      following: Status.PrepareProduction,
      median: 1,
      p85: 1,
      desk: 1,
    };
    const moved = rows({ ...edge, cases: 40, stays: 90 }, { ...edge, cases: 1, stays: 9 });
    expect((await answerReport(processMapReport, { params, by: null, k }, moved)).items).toEqual([]);
  });
});
