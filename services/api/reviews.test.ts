import { afterAll, beforeAll, expect, test } from 'vitest';
import { Status } from '#events/case/status.ts';
import { caseStreamOf } from '#events/case/stream.ts';
import { pastAt } from '#events/testing/past.ts';
import { createReviewLog } from '../realtime/review-log.ts';
import { completeDraft, createCase, performAction } from './testing/case-steps.ts';
import { openTestServer, type TestPersonName, type TestServer } from './testing/test-server.ts';

let bench: TestServer;
let caseId: string;

/** Records that a person showed a stage, some seconds after the previous one. */
async function shown(after: number, by: string, stage: number, version = 1) {
  bench.clock.advance(after * 1000);
  const log = createReviewLog(bench.deps);
  const camera: [number, number, number] = [-30, 10, 180];
  const which = { caseId, list: 'plans' as const, version, follows: null };
  log.note(by, { ...which, stage, camera, tooth: null, pointer: null });
  await log.keep();
}

beforeAll(async () => {
  bench = await openTestServer();
  caseId = await completeDraft(bench);
  await performAction(bench, 'doctor', caseId, 'submitCase');
  await shown(0, 'p-doctor', 3);
  await shown(5, 'p-expert', 4);
  await shown(1, 'p-expert', 9, 2);
  await shown(14, 'p-doctor', 5);
  await shown(61, 'p-supervisor', 1);
});
afterAll(() => bench.close());

type Item = { from: string; to: string; people: { id: string; name: string }[] };
type Whole = Item & { moves: { by: string; stage: number }[] };
const read = <D = { items: Item[] }>(as: TestPersonName, rest = '?list=plans&version=1', id = caseId) =>
  bench.get<D>(`/api/cases/${id}/reviews${rest}`, { as });

test('a minute without a move separates two reviews; each lists its people, newest review first', async () => {
  const { data } = await read('doctor');
  expect(data.items).toMatchObject([
    { from: '2026-11-20T08:01:21.000Z', people: [{ id: 'p-supervisor' }] },
    {
      from: '2026-11-20T08:00:00.000Z',
      to: '2026-11-20T08:00:20.000Z',
      people: [{ id: 'p-doctor', name: '李明' }, { id: 'p-expert' }],
    },
  ]);
  expect((await read('doctor', '?list=plans&version=2')).data.items).toHaveLength(1);
  expect((await read('doctor', '?list=targets&version=1')).data.items).toEqual([]);
});

test('a review is read completely, for its own version only', async () => {
  const { data } = await read<Whole>('doctor', '/2026-11-20T08:00:00.000Z?list=plans&version=1');
  expect(data.moves.map(({ by, stage }) => [by, stage])).toEqual([
    ['p-doctor', 3],
    ['p-expert', 4],
    ['p-doctor', 5],
  ]);
  expect((await read('doctor', '/2026-11-20T08:00:05.000Z?list=plans&version=1')).status).toBe(404);
});

test('an invisible case answers like an unknown one', async () => {
  for (const rest of [undefined, '/2026-11-20T08:00:00.000Z?list=plans&version=1']) {
    for (const as of ['doctor2', 'other', 'technician'] as const)
      expect([as, (await read(as, rest)).code]).toEqual([as, 103001]);
    expect((await read('doctor', rest, 'NOCASE')).code).toBe(103001);
  }
  expect((await read('assistant')).data.items).toHaveLength(2);
});

test('a manufacturer who sees the case does not see its reviews', async () => {
  const made = await createCase(bench);
  const { store, models } = bench.deps;
  // Appends the decider's events; the case itself exists already.
  const events = pastAt[Status.PrepareProduction]
    .slice(1)
    .map(e => ({ ...e, id: crypto.randomUUID(), subject: made }));
  await store.append(caseStreamOf(made), 0n, events);
  await models.reached(await store.head(), 120_000);
  expect((await bench.get(`/api/cases/${made}`, { as: 'vendor' })).status).toBe(200);
  expect((await read('vendor', undefined, made)).status).toBe(403);
});

test.each([
  '',
  '?list=plans',
  '?list=drafts&version=1',
  '?list=plans&version=x',
  '?list=plans&version=1&more=1',
])('a malformed review query is refused: %s', async rest => {
  expect((await read('doctor', rest)).status).toBe(400);
});
