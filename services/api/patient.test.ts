/** A patient's reports through a link over HTTP: for its case only, idempotent, and closed with the link. */

import { afterAll, beforeAll, expect, test } from 'vitest';
import { Status } from '#events/case/status.ts';
import { pastAt, playSteps } from '#events/testing/past.ts';
import { doctor } from '#events/testing/people.ts';
import { createCaseWithPast } from './testing/case-with-past.ts';
import { openTestServer, type TestServer } from './testing/test-server.ts';

let bench: TestServer;
beforeAll(async () => {
  bench = await openTestServer();
});
afterAll(() => bench.close());

const worn = () =>
  createCaseWithPast(
    bench,
    playSteps(pastAt[Status.AwaitingNextBatch], [
      doctor,
      'recordWear',
      { start: '2025-03-07', stage: 1, days: 7 },
    ]),
  );
type Link = { id: string; path: string };
const linked = async (caseId: string, whom = 'wear') =>
  (await bench.post<Link>(`/api/cases/${caseId}/shares`, { as: 'doctor', body: { for: whom } })).data;
const keyOf = ({ path }: Link) => path.split('/').at(-1) ?? '';
const changed = () => ({ id: crypto.randomUUID(), stage: 2, on: '2025-03-14' });
const say = (key: string, kind: 'changes' | 'missed', body: object) =>
  bench.post<{ wear: { changes: unknown[] } }>(`/api/shares/${key}/wear/${kind}`, { body });
const eventsOf = async (caseId: string) => {
  const found: { type: string; by: string }[] = [];
  for await (const { type, by } of bench.deps.store.read(`case-${caseId}`)) found.push({ type, by });
  return found.slice(-2);
};

test('a change of aligner is recorded once per id, by the link and no person', async () => {
  const caseId = await worn();
  const link = await linked(caseId);
  const body = changed();
  for (let i = 0; i < 3; i++) {
    const { status, data } = await say(keyOf(link), 'changes', body);
    expect([status, data.wear.changes]).toEqual([200, [{ stage: 2, on: '2025-03-14', by: 'patient' }]]);
  }
  const [, last] = await eventsOf(caseId);
  expect(last).toEqual({ type: 'AlignerChanged', by: `share-${link.id}` });
  expect((await eventsOf(caseId))[0]?.type).toBe('WearRecorded');
});

test('an id belongs to one report; other data under it is refused', async () => {
  const caseId = await worn();
  const key = keyOf(await linked(caseId));
  const lost = { id: crypto.randomUUID(), arch: 'upper', stage: 1, reason: 'lost', on: '2025-03-14' };
  expect((await say(key, 'missed', lost)).status).toBe(200);
  const others: ['changes' | 'missed', object][] = [
    ['missed', { ...lost, arch: 'lower' }],
    ['missed', { ...lost, reason: 'broken' }],
    ['changes', { ...changed(), id: lost.id }],
  ];
  for (const [kind, body] of others)
    expect(await say(key, kind, body)).toMatchObject({ status: 422, code: 104006 });
  expect((await say(key, 'missed', lost)).status).toBe(200);
  expect((await eventsOf(caseId)).map(e => e.type)).toEqual(['WearRecorded', 'AlignerMissed']);
});

test('a report concerns the link’s own case, and no other case changes', async () => {
  const [own, other] = [await worn(), await worn()];
  await say(keyOf(await linked(own)), 'changes', changed());
  expect((await eventsOf(other)).at(-1)?.type).toBe('WearRecorded');
});

test('a link for something else and an unknown key reveal nothing and accept nothing', async () => {
  const plan = keyOf(await linked(await worn(), 'patient'));
  for (const key of [plan, 'x'.repeat(43)]) {
    expect((await bench.get(`/api/shares/${key}/wear`)).status).toBe(404);
    expect((await say(key, 'changes', changed())).status).toBe(404);
  }
});

test('a revoked link accepts nothing', async () => {
  const caseId = await worn();
  const link = await linked(caseId);
  await bench.del(`/api/cases/${caseId}/shares/${link.id}`, { as: 'doctor' });
  expect((await say(keyOf(link), 'changes', changed())).status).toBe(410);
  expect((await eventsOf(caseId)).at(-1)?.type).toBe('WearRecorded');
});

test('too many reports are refused for a while', async () => {
  const key = keyOf(await linked(await worn()));
  const answers: number[] = [];
  for (let i = 0; i < 31; i++) answers.push((await say(key, 'changes', {})).status);
  expect([answers.slice(0, 30).every(status => status === 400), answers.at(-1)]).toEqual([true, 429]);
});

test('a report is revoked once by the page that sent it, and the clinic sees that', async () => {
  const caseId = await worn();
  const key = keyOf(await linked(caseId));
  const lost = { id: crypto.randomUUID(), arch: 'upper', stage: 1, reason: 'lost', on: '2025-03-14' };
  type Told = { missed: { missed: number; until: string }[]; refined: boolean };
  const path = `/api/shares/${key}/wear`;
  const { data } = await bench.post<Told>(`${path}/missed`, { body: lost });
  const minutes = (Date.parse(data.missed[0]?.until ?? '') - bench.deps.clock.now()) / 60_000;
  expect(minutes).toBeGreaterThan(9);
  expect(minutes).toBeLessThanOrEqual(10);
  const body = { id: crypto.randomUUID(), missed: 1 };
  for (let i = 0; i < 2; i++) {
    const back = await bench.post<Told>(`${path}/taken-back`, { body });
    expect([back.status, back.data.missed]).toEqual([200, []]);
  }
  expect((await bench.post(`${path}/taken-back`, { body: { ...body, id: lost.id } })).status).toBe(422);
  expect((await eventsOf(caseId)).map(e => e.type)).toEqual(['AlignerMissed', 'MissedTakenBack']);
  const history = await bench.get<{ items: { type: string; facts: object }[] }>(
    `/api/cases/${caseId}/history`,
    { as: 'doctor' },
  );
  expect(history.data.items.find(({ type }) => type === 'MissedTakenBack')?.facts).toEqual({
    arch: 'upper',
    stage: 1,
    reason: 'lost',
  });
});

test('the page shows the clinic’s phone, and no other link does', async () => {
  const caseId = await worn();
  const read = async (whom: string) => {
    const key = keyOf(await linked(caseId, whom));
    return (await bench.get<{ clinic: string; phone: string | null }>(`/api/shares/${key}`)).data;
  };
  const state = await bench.deps.streams.load(caseId);
  const { deliveryAddress: to } = state.sections.data;
  const shown = await read('wear');
  const own = bench.deps.models.directory().people.get('doctor')?.phone ?? null;
  expect(shown.phone).toBe(to?.clinic === shown.clinic ? to.phone : own);
  expect((await read('patient')).phone).toBeNull();
});

test('the page of a case in refinement says so', async () => {
  const caseId = await createCaseWithPast(
    bench,
    playSteps(
      pastAt[Status.AllSent],
      [doctor, 'recordWear', { start: '2025-03-07', stage: 1, days: 7 }],
      [doctor, 'refine', { reason: '13' }],
    ),
  );
  const { data } = await bench.get<{ refined: boolean }>(`/api/shares/${keyOf(await linked(caseId))}/wear`);
  expect(data.refined).toBe(true);
});
