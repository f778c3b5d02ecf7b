import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cellText } from '#events/analysis/figures.ts';
import { GONE } from '#events/analysis/track.ts';
import { Status } from '#events/case/status.ts';
import { makeMoves } from '#events/testing/moves.ts';
import { toWirePosition } from '#events/wire.ts';
import { historyOfMoves } from '../analysis/testing/history.ts';
import { systemTimers } from '../clock/clock.ts';
import { appendServedRules } from '../release/record-rules.ts';
import type { ReportCasesData, ReportData } from './report-answers.ts';
import type { ReportChoices } from './report-choices.ts';
import { openTestServer, type TestPersonName, type TestServer } from './testing/test-server.ts';

const from = Date.parse('2026-12-01T00:00:00Z');
const to = Date.parse('2027-03-20T00:00:00Z');
const made = makeMoves({ seed: 1, cases: 80, from, to, people: 4 });

const analysisDir = mkdtempSync(join(tmpdir(), 'archline-reports-'));
let bench: TestServer;
/** Position of the rules. */
let rulesAt = 0;
beforeAll(async () => {
  bench = await openTestServer({ analysisDir, timers: systemTimers });
  const { store, models } = bench.deps;
  const history = historyOfMoves(made);
  for (const [i, { stream, event }] of history.entries()) {
    if (i === Math.floor(history.length / 3)) {
      await appendServedRules(bench.deps, { commandId: bench.deps.ids.uuid(), at: event.at });
      rulesAt = Number(await store.head());
    }
    await store.append(stream, 'any', [event]);
  }
  const others = makeMoves({ seed: 2, cases: 10, from, to });
  const settings = { orgId: 'other', servedBy: 'other', ownerId: 'p-other' };
  for (const { stream, event } of historyOfMoves(others, settings))
    await store.append(stream, 'any', [event]);
  bench.clock.set(to);
  const head = await store.head();
  await models.reached(head, 120_000);
  expect(await bench.deps.analysisTables.reached(head, 120_000)).toBe(true);
}, 120_000);
afterAll(async () => {
  await bench.close();
  rmSync(analysisDir, { recursive: true });
});

const ask = <D = ReportData<'cycleTimes'>>(path: string, as: TestPersonName = 'analyst') =>
  bench.get<D>(`/api/reports/${path}`, { as });
const issuesOf = ({ data }: { data: unknown }) =>
  (data as { issues: { path: string; issue: string }[] }).issues.map(({ path, issue }) => [path, issue]);

describe('a report', () => {
  it('counts every submitted case of the own organisation once, and no other', async () => {
    const { status, data } = await ask<ReportData<'funnel'>>('funnel');
    expect(status).toBe(200);
    const submitted = new Set(made.moves.filter(({ to }) => to === Status.ToAccept).map(move => move.caseId));
    for (const move of made.moves) if (move.to === GONE) submitted.delete(move.caseId);
    expect(submitted.size).toBeGreaterThan(10);
    expect(data.items[0]).toMatchObject({ step: 'submitted', cases: submitted.size });
  });

  it('is cited by its position and clock, and shows its question', async () => {
    const { data } = await ask('cycleTimes');
    expect(data).toMatchObject({
      position: expect.stringMatching(/^\w{1,8}-\d+$/),
      clock: expect.any(String),
      factsOf: 'now',
      by: null,
    });
    expect(data.sql).toContain('FROM stays');
  });

  it('as of an earlier moment counts nothing that came later', async () => {
    const then = new Date(from + (to - from) / 4).toISOString();
    const now = await ask<ReportData<'map'>>('map');
    const { data } = await ask<ReportData<'map'>>(`map?asOf=${then}`);
    const moves = (items: ReportData<'map'>['items']) =>
      items.filter(item => item.to === null).reduce((sum, item) => sum + item.stays, 0);
    expect(moves(data.items)).toBeLessThan(moves(now.data.items));
    expect(data.clock !== null && data.clock <= then).toBe(true);
  });

  it('shows nobody who has a few cases, and names people by pseudonyms', async () => {
    const { data, text } = await ask<ReportData<'workload'>>('workload');
    // Nobody has twenty cases, so the only row is the one of all people together.
    expect(data.items.map(({ person }) => person)).toEqual([null]);
    expect(data.fewCases).toBeGreaterThan(0);
    expect(text).not.toContain('p-');
    const { people } = (await bench.get<ReportChoices>('/api/analysis/choices', { as: 'analyst' })).data;
    for (const { person } of people) expect(person).toMatch(/^u[a-z2-9]{10}$/);
  });

  it.each([
    ['cycleTimes?by=nobody', 'by'],
    ['variants?by=month', 'by'],
    ['queues?from=2027-02-02&to=2027-02-01', 'to'],
    ['queues?from=2000-01-01&to=2027-02-01', 'to'],
    ['cycleTimes?from=2027-02-31', 'from'],
    ['cycleTimes?method=9', 'method'],
    ['cycleTimes?asOf=2020-01-01', 'asOf'],
    ['cycleTimes?asOf=soon', 'asOf'],
    ['cycleTimes?page=1', 'page'],
    ['cycleTimes?org=nowhere', 'org'],
    ['cycleTimes?person=u2222222222', 'person'],
    ['cycleTimes?method=1&from=2027-01-15', 'from'],
    ['cycleTimes?productType=1&to=2027-02-02', 'to'],
    ['cycleTimes?by=method&asOf=2027-02-03', 'asOf'],
    ['cycleTimes?by=productType&asOf=2027-02-01T00:00:01Z', 'asOf'],
    ['cycleTimes/cases?cell=12&figure=stays', 'cell'],
    ['cycleTimes/cases?cell=12~&figure=came', 'figure'],
    ['cycleTimes/cases?figure=stays', 'cell'],
  ])('refuses %s by the field', async (path, field) => {
    const answer = await ask(path);
    expect(answer.status).toBe(400);
    expect(issuesOf(answer).map(([name]) => name)).toEqual([field]);
  });

  it('judges each move by the rules that were recorded before it', async () => {
    const { data } = await ask<ReportData<'conformance'>>('conformance');
    const of = (verdict: string) => data.items.filter(item => item.verdict === verdict);
    expect(of('unrecorded')[0]?.moves).toBeGreaterThan(10);
    // Generated moves follow no rules.
    expect(of('lacking').length).toBeGreaterThan(3);
    for (const item of of('lacking')) {
      const cell = encodeURIComponent(cellText('conformance', item));
      const { data: behind } = await ask<ReportCasesData>(`conformance/cases?figure=moves&cell=${cell}`);
      expect(behind.total).toBe(item.moves);
      for (const { caseId, position } of behind.items) {
        expect(made.moves.some(move => move.caseId === caseId)).toBe(true);
        expect(Number(position?.split('-')[1])).toBeGreaterThan(rulesAt);
      }
    }
    const then = toWirePosition(bench.deps.store.id, BigInt(rulesAt));
    const before = await ask<ReportData<'conformance'>>(`conformance?asOf=${then}`);
    expect(before.data.items.map(({ verdict }) => verdict)).toEqual(['unrecorded']);
  });

  it('is for analysts; a supervisor sees times, queues and workload', async () => {
    const supervisors = ['cycleTimes', 'queues', 'workload'];
    for (const name of [...supervisors, 'map', 'variants', 'conformance', 'funnel', 'rework', 'cohorts']) {
      expect((await ask(name, 'supervisor')).status, name).toBe(supervisors.includes(name) ? 200 : 403);
      expect((await ask(name, 'doctor')).status, name).toBe(403);
    }
  });

  it('by method as of now is that of the last midnight, and that of a month is as of its end', async () => {
    const { data } = await ask('cycleTimes?by=method');
    expect(data.clock !== null && data.clock <= '2027-03-20T00:00:00Z').toBe(true);
    const month = await ask('cycleTimes?by=method&asOf=2027-02-01&from=2027-01-01&to=2027-02-01');
    expect([month.status, (month.data.clock ?? '') <= '2027-02-01T00:00:00.000Z']).toEqual([200, true]);
  });
});

describe('the choices of the reports', () => {
  it('are the organisations that are served, and people with numbers', async () => {
    const { data } = await bench.get<ReportChoices>('/api/analysis/choices', { as: 'supervisor' });
    expect(data.organisations.map(({ id }) => id)).toEqual(['main']);
    const assigned = data.people.filter(({ isAssigned }) => isAssigned);
    expect(assigned.length).toBeGreaterThan(1);
    for (const { person } of assigned) expect(person).toMatch(/^u[a-z2-9]{10}$/);
    expect((await bench.get('/api/analysis/choices', { as: 'doctor' })).status).toBe(403);
  });

  it('narrow a report to their cases', async () => {
    const { data } = await bench.get<ReportChoices>('/api/analysis/choices', { as: 'analyst' });
    const [one] = data.people.filter(({ isAssigned }) => isAssigned);
    const all = await ask<ReportData<'funnel'>>('funnel?org=main');
    const theirs = await ask<ReportData<'funnel'>>(`funnel?person=${one?.person}`);
    expect([all.status, theirs.status]).toEqual([200, 200]);
    expect(theirs.data.cases).toBeLessThan(all.data.cases ?? 0);
  });
});

describe('the cases behind a figure', () => {
  const casesOf = (path: string, as?: TestPersonName) => ask<ReportCasesData>(path, as);

  it('are as many as the figure says, page by page', async () => {
    const { data } = await ask<ReportData<'map'>>('map');
    const item = data.items.find(({ to, stays }) => to !== null && stays > 5);
    const path = `map/cases?cell=${item?.status}~${item?.to}&figure=stays&size=5`;
    const first = await casesOf(path);
    expect(first.data).toMatchObject({
      total: item?.stays,
      cases: item?.cases,
      page: 1,
      size: 5,
      counts: 'facts',
    });
    expect(first.data.items).toHaveLength(5);
    expect(first.data.items[0]).toEqual({
      caseId: expect.stringMatching(/^[A-Z0-9]+$/),
      position: expect.stringMatching(/^\w{1,8}-\d+$/),
      since: expect.any(String),
      until: expect.any(String),
    });
    const second = await casesOf(`${path}&page=2`);
    expect(second.data.items[0]).not.toEqual(first.data.items[0]);
  });

  it('are for those who see the report', async () => {
    expect((await casesOf('map/cases?cell=12~&figure=stays', 'supervisor')).status).toBe(403);
    expect((await casesOf('cycleTimes/cases?cell=12~&figure=stays', 'supervisor')).status).toBe(200);
  });

  it('are recorded for the audit', async () => {
    await casesOf('funnel/cases?cell=accepted&figure=cases');
    const opened: unknown[] = [];
    for await (const e of bench.deps.store.readAll({ filter: { streamPrefix: 'audit-' } }))
      if (e.type === 'FigureOpened') opened.push(e.data);
    expect(opened).toContainEqual({
      ...{ report: 'funnel', figure: 'cases', cell: 'accepted' },
      ...{ cases: expect.any(Number), position: expect.any(String) },
    });
  });

  it('are recorded with their filters', async () => {
    await casesOf('funnel/cases?cell=accepted&figure=cases&from=2020-01-01&to=2029-01-01');
    let last: unknown;
    for await (const e of bench.deps.store.readAll({ filter: { types: ['FigureOpened'] } })) last = e.data;
    expect(last).toMatchObject({ asked: { from: '2020-01-01', to: '2029-01-01' } });
  });

  it('are not recorded under a text that names no item', async () => {
    expect((await casesOf('funnel/cases?cell=Li%20Wen&figure=cases')).status).toBe(200);
    for await (const e of bench.deps.store.readAll({ filter: { streamPrefix: 'audit-' } }))
      if (e.type === 'FigureOpened') expect(e.data).not.toMatchObject({ cell: 'Li Wen' });
  });
});
