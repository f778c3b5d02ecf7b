/** The report on forecasts: what it counts, as of when, for whom, and which questions it refuses. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Status } from '#events/case/status.ts';
import { type CasePast, pastAt } from '#events/testing/past.ts';
import type { ForecastDates, ForecastReport } from './forecast-report.ts';
import { createCaseWithPast } from './testing/case-with-past.ts';
import { openTestServer, TEST_PASSWORD, type TestServer } from './testing/test-server.ts';

const path = '/api/reports/forecasts';
const dayMs = 86_400_000;
/** After the server's first event, which makes the organisations. In their zone it is 02:00 on the next day. */
const begin = Date.parse('2026-12-01T18:00:00Z');
const timeAt = (days: number) => new Date(begin + days * dayMs).toISOString();

/** Events of a case that is submitted on one day and whose plan comes on another. */
function timed(past: CasePast, submitted: number, designed: number): CasePast {
  const plan = past.findIndex(event => event.type === 'PlanSubmitted');
  return past.map((event, i) => ({ ...event, at: timeAt(plan >= 0 && i >= plan ? designed : submitted) }));
}

let bench: TestServer;
/** The case that missed its likely date. */
let late: string;
beforeAll(async () => {
  bench = await openTestServer();
  bench.clock.advance(100 * dayMs);
  const who = { position: 'Analyst', orgId: 'other', userName: 'foreign', password: TEST_PASSWORD } as const;
  await bench.deps.accounts.add(
    { by: 'system', commandId: crypto.randomUUID() },
    { ...who, personId: 'p-foreign', name: '李明', phone: null },
  );
  const designed = pastAt[Status.PlanAwaitingExpert];
  for (let i = 0; i < 8; i++) await createCaseWithPast(bench, timed(designed, 0, i + 1));
  // The forecast of day 20: half of the plans come within 4 days, 85 of 100 within 7. The first case keeps it, the
  // second does not.
  await createCaseWithPast(bench, timed(designed, 20, 23));
  late = await createCaseWithPast(bench, timed(pastAt[Status.PlanUnderDesign], 20, 0));
  await createCaseWithPast(bench, timed(pastAt[Status.SupervisorRejected], 20, 0));
  await createCaseWithPast(bench, pastAt[Status.ToSubmit]);
});
afterAll(() => bench.close());

const read = async (search = '', as: 'analyst' | 'supervisor' | 'admin' = 'analyst') => {
  const answer = await bench.get<ForecastReport>(`${path}${search}`, { as });
  expect([search, answer.status]).toEqual([search, 200]);
  return answer.data;
};
const keptOf = ({ items }: ForecastReport, key: string, share: number) =>
  items.find(item => item.key === key)?.kept.find(one => one.share === share);

describe('the report on forecasts', () => {
  test('counts the dates that were said, that have passed and that were kept, by step', async () => {
    const report = await read();
    expect(report.items.map(item => item.key)).toEqual(['designed']);
    expect(report).toMatchObject({ total: 1, cases: 10, suppressed: 0, leftOut: { drafts: 2, erased: 0 } });
    expect(keptOf(report, 'designed', 0.5)).toEqual({ share: 0.5, said: 2, passed: 2, came: 1, ended: 0 });
    expect(report.items[0]?.width).toBe(3);
  });
  test('says its position and its time', async () => {
    const report = await read();
    expect(report.position).toBe(`${bench.deps.store.id.slice(0, 8)}-${bench.deps.models.position()}`);
    expect(report.clock).toBe('2027-02-28T08:00:00.000Z');
  });
  test('splits by the month in which dates are due, and by the step at which they were said', async () => {
    expect((await read('?by=month')).items.map(item => item.key)).toEqual(['2026-12']);
    expect((await read('?by=from')).items.map(item => item.key)).toEqual(['submitted']);
    expect((await read('?by=month&step=completed')).items).toEqual([]);
  });
  test('takes only the dates due in a range', async () => {
    expect(keptOf(await read('?from=2026-12-26&to=2026-12-26'), 'designed', 0.5)).toMatchObject({ said: 2 });
    expect((await read('?from=2027-01-01')).items).toEqual([]);
  });
  test('as of an earlier time knows neither later steps nor later dates', async () => {
    const then = await read(`?asOf=${timeAt(22)}`);
    expect(keptOf(then, 'designed', 0.5)).toMatchObject({ said: 2, passed: 0 });
    expect(then.clock).toBe(timeAt(22));
    const now = await read();
    const head = await read(`?asOf=${now.position}`);
    // The time of the last event.
    expect(head.clock <= now.clock).toBe(true);
  });
  test('is for analysts, Admins and supervisors, about the cases that their organisation serves', async () => {
    const { position: _signIns, ...analysts } = await read();
    for (const as of ['supervisor', 'admin'] as const) expect(await read('', as)).toMatchObject(analysts);
    for (const as of ['doctor', 'technician', 'expert', 'vendor'] as const)
      expect([as, (await bench.get(path, { as })).status]).toEqual([as, 403]);
    expect((await bench.get(path)).status).toBe(401);
    const signedIn = await bench.post<{ token: string }>('/api/login', {
      body: { userName: 'foreign', password: TEST_PASSWORD },
    });
    const foreign = await bench.get<ForecastReport>(path, { token: signedIn.data.token });
    expect(foreign.data).toMatchObject({ items: [], cases: 0, leftOut: { drafts: 0, erased: 0 } });
  });
  test.each([
    ['?from=2026-05-02&to=2026-05-01', 'to', 'range-order'],
    ['?from=2001-01-01&to=2026-05-01', 'to', 'range-long'],
    ['?from=2026-13-01', 'from', 'date-invalid'],
    ['?by=doctor', 'by', 'not-a-choice'],
    ['?step=refined', 'step', 'not-a-choice'],
    ['?asOf=yesterday', 'asOf', 'invalid'],
    ['?asOf=2028-01-01T00:00:00Z', 'asOf', 'date-future'],
    ['?asOf=1999-01-01T00:00:00Z', 'asOf', 'before-first'],
    ['?method=1', 'method', 'unknown-field'],
  ])('%s is refused and the field is named', async (search, field, issue) => {
    const answer = await bench.get<{ issues: { path: string; issue: string }[] }>(`${path}${search}`, {
      as: 'analyst',
    });
    expect(answer.status).toBe(400);
    expect(answer.text).toContain(`"path":"${field}"`);
    expect(answer.text).toContain(`"issue":"${issue}"`);
  });
  test('a position beyond the head or of another log is refused', async () => {
    const log = bench.deps.store.id.slice(0, 8);
    for (const position of [`${log}-99999999`, 'otherlog-1'])
      expect((await bench.get(`${path}?asOf=${position}`, { as: 'analyst' })).status).toBe(400);
  });
  test('lists the dates behind a figure with their cases, the latest due first', async () => {
    const dates = async (search: string) =>
      (await bench.get<ForecastDates>(`${path}/dates?step=designed&${search}`, { as: 'analyst' })).data;
    const missed = await dates('share=half&kept=0');
    expect(missed).toMatchObject({
      items: [{ caseId: late, from: 'submitted', said: '2026-12-22', due: '2026-12-26', arrived: null }],
      ...{ total: 1, page: 1, more: false },
    });
    const kept = await dates('share=half&kept=1');
    expect(kept.items).toMatchObject([{ due: '2026-12-26', arrived: '2026-12-25' }]);
    expect((await dates('share=half&kept=0&to=2026-12-24')).items).toEqual([]);
    expect((await dates('share=half&kept=0&page=2')).items).toEqual([]);
    for (const search of ['share=half', 'kept=0', 'share=0.5&kept=0'])
      expect((await bench.get(`${path}/dates?step=designed&${search}`, { as: 'analyst' })).status).toBe(400);
    expect((await bench.get(`${path}/dates?step=designed&share=half&kept=0`, { as: 'doctor' })).status).toBe(
      403,
    );
  });
  test('one person waits for eight answers at most', async () => {
    const all = Array.from({ length: 12 }, (_, i) =>
      bench.get(`${path}?to=2027-01-${10 + i}`, { as: 'analyst' }),
    );
    const statuses = (await Promise.all(all)).map(({ status }) => status);
    expect(statuses.filter(status => status === 200)).toHaveLength(8);
    expect(statuses.filter(status => status === 429)).toHaveLength(4);
  });
  test('names no case, person or patient', async () => {
    const { text } = await bench.get(path, { as: 'analyst' });
    expect(text).not.toMatch(/p-|张伟/);
  });
});
