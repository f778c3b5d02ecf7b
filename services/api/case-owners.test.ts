import { afterAll, beforeAll, expect, it } from 'vitest';
import { Status } from '#events/case/status.ts';
import { makeMoves } from '#events/testing/moves.ts';
import { historyOfMoves } from '../analysis/testing/history.ts';
import type { CaseOwnersAtMoment, CasesAtMoment } from './analysis-answers.ts';
import { openTestServer, type TestServer } from './testing/test-server.ts';

const from = Date.parse('2026-12-01T00:00:00Z');
const to = Date.parse('2027-02-01T00:00:00Z');

let bench: TestServer;
beforeAll(async () => {
  bench = await openTestServer();
  const { store } = bench.deps;
  const doctors = [
    { seed: 1, cases: 60, ownerId: 'p-doctor' },
    { seed: 2, cases: 20, ownerId: 'p-doctor2' },
  ];
  for (const { seed, cases, ownerId } of doctors) {
    const made = historyOfMoves(makeMoves({ seed, cases, from, to, people: 4 }), {
      ...{ orgId: 'main', servedBy: 'main', ownerId },
    });
    for (const { stream, event } of made) await store.append(stream, 'any', [event]);
  }
  bench.clock.set(to);
  await bench.deps.models.reached(await store.head(), 120_000);
});
afterAll(() => bench.close());

const query = `?status=${Status.ToSubmit},${Status.AllSent},${Status.PlanAwaitingDoctor}`;

it('counts the cases that stood there by their doctor, under pseudonyms', async () => {
  const { data } = await bench.get<CaseOwnersAtMoment>(`/api/analysis/owners${query}`, { as: 'analyst' });
  const cases = await bench.get<CasesAtMoment>(`/api/analysis/cases${query}`, { as: 'analyst' });
  expect(data.total).toBe(cases.data.total);
  expect(data.items).toHaveLength(2);
  expect(data.items.reduce((sum, one) => sum + one.cases, 0)).toBe(data.total);
  expect(data.items[0]?.cases).toBeGreaterThan(data.items[1]?.cases ?? 0);
  for (const { owner } of data.items) expect(owner).toMatch(/^u[a-z2-9]{10}$/);
});

it('has to be told of which statuses, and refuses doctors', async () => {
  expect((await bench.get('/api/analysis/owners', { as: 'analyst' })).status).toBe(400);
  expect((await bench.get(`/api/analysis/owners${query}`, { as: 'doctor' })).status).toBe(403);
});
