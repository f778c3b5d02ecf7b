/** Questions in SQL after an erasure that the tables lack. */
import { Readable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { caseStreamOf } from '#events/case/stream.ts';
import { Refusal } from '#events/errors.ts';
import { type LogPosition, START } from '#events/log-position.ts';
import type { TableName } from '../analysis/tables.ts';
import { createCase } from './testing/case-steps.ts';
import { openTestServer, type TestServer } from './testing/test-server.ts';

let bench: TestServer;
/** Position as of which the tables' facts hold. */
let factsAt: LogPosition = START;
/** Tables that the last question had. */
let found: readonly TableName[] = [];
let meanwhile = async () => {};
let file = Readable.from([]);

beforeAll(async () => {
  bench = await openTestServer();
  const open = async () => ({
    ...{ first: null, last: null, factsAt, lacks: () => [], repair: async () => false },
    run: () => Promise.reject(new Error('not asked')),
    source: (names: readonly TableName[]) => {
      found = names;
      return { files: [], views: [] };
    },
  });
  bench.deps.analysisTables = { open, reached: async () => true, fault: () => undefined };
  bench.deps.ask = async asked => {
    (await asked.open()).source(asked.tables);
    await meanwhile();
    return { last: null, lacks: [], columns: [], rows: [], more: false, unrepeatable: null };
  };
  bench.deps.askFile = async asked => {
    (await asked.open()).source(asked.tables);
    await meanwhile();
    file = Readable.from([Buffer.from('word\n')]);
    return { last: null, lacks: [], body: file, size: 5, count: 1, read: 1, more: false, unrepeatable: null };
  };
});
afterAll(() => bench.close());
beforeEach(async () => {
  meanwhile = async () => {};
  factsAt = await bench.deps.store.head();
});

const erase = async () => {
  const caseId = await createCase(bench);
  const stamp = { id: bench.deps.ids.uuid(), by: 'system', at: new Date(bench.clock.now()).toISOString() };
  const event = { type: 'PatientErased', data: { patient: caseId }, ...stamp };
  await bench.deps.store.append(caseStreamOf(caseId), 'any', [event]);
  await bench.deps.models.reached(await bench.deps.store.head(), 10_000);
};
const statusOf = async (sql: string, format?: 'csv') =>
  (await bench.post('/api/analysis/ask', { as: 'admin', body: { sql, format } })).status;

const facts = 'SELECT count(*) FROM Case_Facts';

test('a question that names the facts is refused until the tables have the erasure', async () => {
  expect([await statusOf(facts), found.includes('case_facts')]).toEqual([200, true]);
  await erase();
  expect([await statusOf(facts), await statusOf(facts, 'csv')]).toEqual([503, 503]);
  factsAt = await bench.deps.store.head();
  expect([await statusOf(facts), await statusOf(facts, 'csv')]).toEqual([200, 200]);
});

test('another question is answered without the table, which it could name in pieces', async () => {
  await erase();
  expect(await statusOf("SELECT 1 FROM 'case_'\n'facts'")).toBe(200);
  expect([found.includes('cases'), found.includes('case_facts')]).toEqual([true, false]);
});

test('an erasure while a question runs withholds its answer, and the words of its failure', async () => {
  meanwhile = erase;
  expect(await statusOf(facts)).toBe(503);
  factsAt = await bench.deps.store.head();
  expect([await statusOf(facts, 'csv'), file.destroyed]).toEqual([503, true]);
  factsAt = await bench.deps.store.head();
  meanwhile = async () => {
    await erase();
    throw new Refusal('badInput');
  };
  expect(await statusOf(facts)).toBe(503);
});

test('a report by facts is refused, and one of all cases is not', async () => {
  const report = async (query: string) =>
    (await bench.get(`/api/reports/funnel${query}`, { as: 'admin' })).status;
  await erase();
  expect(await report('?method=1')).toBe(503);
  expect(await report('')).not.toBe(503);
});
