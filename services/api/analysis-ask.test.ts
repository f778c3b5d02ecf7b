/** POST /api/analysis/ask: what it answers, refuses and records. */
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { auditStreamOf } from '#events/audit/events.ts';
import { Refusal } from '#events/errors.ts';
import { toLogPosition } from '#events/log-position.ts';
import type { TableQuestion } from '../analysis/ask.ts';
import type { OpenedTables } from '../analysis/query.ts';
import type { AskAnswer, AskDescription } from './analysis-ask-answers.ts';
import { openTestServer, type TestServer } from './testing/test-server.ts';

const path = '/api/analysis/ask';

let bench: TestServer;
/** The questions that reached the engine. */
const reached: TableQuestion[] = [];
let fails: Refusal | undefined;
let unrepeatable: string | null = null;

beforeAll(async () => {
  bench = await openTestServer();
  const last = { position: toLogPosition('7'), clock: Date.parse('2026-11-20T08:00:00Z') };
  const open: OpenedTables = {
    ...{ first: last, last, factsAt: last.position },
    run: () => Promise.reject(new Error('not asked')),
    source: () => ({ files: [], views: [] }),
    lacks: () => [],
    repair: async () => false,
  };
  bench.deps.analysisTables = { open: async () => open, reached: async () => true, fault: () => undefined };
  bench.deps.ask = async asked => {
    reached.push(asked);
    await asked.open();
    if (fails) throw fails;
    return {
      last,
      lacks: [],
      columns: [
        { name: 'word', type: 'VARCHAR' },
        { name: 'list', type: 'INTEGER[]' },
      ],
      rows: [
        ['=1+1', [1, 2]],
        [null, null],
      ],
      more: false,
      unrepeatable,
    };
  };
  bench.deps.askFile = async asked => {
    reached.push(asked);
    const body = Readable.from([Buffer.from('word\n')], { objectMode: false });
    return { last, lacks: [], body, size: 5, count: 1, read: 1, more: true, unrepeatable };
  };
});
afterAll(() => bench.close());

const post = (body: object, as: 'analyst' | 'admin' = 'analyst') => bench.post<AskAnswer>(path, { as, body });
const issuesOf = async (body: object) => {
  const { status, data } = await bench.post<{ issues: { path: string }[] }>(path, { as: 'analyst', body });
  return [status, data.issues.map(issue => issue.path)];
};

describe('a question', () => {
  test('is answered with its rows, position and clock', async () => {
    const answer = await post({
      sql: 'SELECT 1',
      params: { n: { type: 'number', value: 2 } },
      asOf: '2026-11-20',
    });
    expect(answer.status).toBe(200);
    const position = answer.headers.get('x-position');
    expect(answer.data).toMatchObject({ position, clock: '2026-11-20T08:00:00.000Z', factsOf: 'now' });
    expect(answer.data.rows).toHaveLength(2);
    expect(reached.at(-1)).toMatchObject({ by: 'p-analyst', rows: 10_000, params: { n: { value: 2 } } });
  });

  test('is a file on request, with its rows, whether there are more, and its citation', async () => {
    const csv = await post({ sql: 'SELECT 1', format: 'csv' });
    expect(csv.text).toBe('word\n');
    expect(Object.fromEntries(csv.headers)).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-length': '8',
      'x-rows': '1',
      'x-more': 'true',
      'x-citation': expect.stringContaining('definition='),
    });
    expect(reached.at(-1)).toMatchObject({ format: 'csv', rows: 10_000_000, bytes: 1_000_000_000 });
    unrepeatable = 'now';
    const lines = await post({ sql: 'SELECT 1', format: 'ndjson', rows: 5_000_000 });
    unrepeatable = null;
    expect([lines.text, lines.headers.get('x-citation'), lines.headers.get('x-unrepeatable')]).toEqual([
      'word\n',
      null,
      'now',
    ]);
  });

  test('leaves its file with the client, and makes room for the next', async () => {
    const { askFile } = bench.deps;
    const bodies: Readable[] = [];
    bench.deps.askFile = async asked => {
      const body = new Readable({ read: () => undefined });
      bodies.push(body);
      return { ...(await askFile(asked)), body };
    };
    const headers = {
      Authorization: await bench.tokenOf('analyst'),
      'Content-Type': 'application/json',
    };
    const body = JSON.stringify({ sql: 'SELECT 1', format: 'ndjson' });
    const file = () => {
      const going = new AbortController();
      const sent = { method: 'POST', headers, body, signal: going.signal };
      return { going, answer: Promise.resolve(bench.app.request(path, sent)) };
    };
    const two = [file(), file()];
    for (const { answer } of two) expect((await answer).status).toBe(200);
    expect((await file().answer).status).toBe(429);
    for (const { going } of two) going.abort();
    await expect.poll(() => bodies.every(({ destroyed }) => destroyed)).toBe(true);
    await expect.poll(async () => (await file().answer).status).toBe(200);
    bench.deps.askFile = askFile;
  });

  test('is cited by log, position, definition of the tables and hash of text and parameters', async () => {
    const params = { a: { type: 'number', value: 1 }, b: { type: 'text', value: '密' } };
    const swapped = { b: params.b, a: params.a };
    const { data } = await post({ sql: 'SELECT 1', params });
    expect(data.citation).toMatchObject({ log: bench.deps.models.logId, position: data.position });
    expect((await post({ sql: 'SELECT 1', params: swapped })).data.citation).toEqual(data.citation);
    expect((await post({ sql: 'SELECT 2', params })).data.citation).not.toEqual(data.citation);
    unrepeatable = 'order';
    expect((await post({ sql: 'SELECT 1' })).data).toMatchObject({ citation: null, unrepeatable: 'order' });
    unrepeatable = null;
  });

  test('is ended by its id, by its asker alone', async () => {
    const { ask } = bench.deps;
    const begun = Promise.withResolvers<void>();
    bench.deps.ask = ({ signal }) =>
      new Promise((_, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason));
        begun.resolve();
      });
    const answer = post({ sql: 'SELECT 1', id: 'q-1' });
    await begun.promise;
    const end = (id: string, as: 'analyst' | 'admin') => bench.del(`${path}/${id}`, { as });
    const none = await end('none', 'admin');
    expect([(await end('q-1', 'admin')).text, none.status]).toEqual([none.text, 404]);
    expect((await end('q-1', 'analyst')).status).toBe(200);
    expect(await answer).toMatchObject({ status: 409, code: 104114 });
    expect((await end('q-1', 'analyst')).status).toBe(404);
    bench.deps.ask = ask;
  });

  test('names the field that is wrong', async () => {
    const sql = 'SELECT 1';
    const param = (type: string, value: unknown) => ({ sql, params: { x: { type, value } } });
    expect(await issuesOf({ sql: ' ' })).toEqual([400, ['sql']]);
    expect(await issuesOf({ sql: 'x'.repeat(65_537) })).toEqual([400, ['sql']]);
    expect(await issuesOf({ sql, rows: 100_001 })).toEqual([400, ['rows']]);
    expect(await issuesOf({ sql, rows: 10_000_001, format: 'csv' })).toEqual([400, ['rows']]);
    expect(await issuesOf({ sql, id: 'a/b' })).toEqual([400, ['id']]);
    expect(await issuesOf({ sql, asOf: 'now' })).toEqual([400, ['asOf']]);
    expect(await issuesOf(param('number', '1'))).toEqual([400, ['params.x.value']]);
    expect(await issuesOf(param('day', '2026-02-31'))).toEqual([400, ['params.x.value']]);
    expect(await issuesOf(param('moment', 'soon'))).toEqual([400, ['params.x.value']]);
    expect(await issuesOf(param('status', 999))).toEqual([400, ['params.x.value']]);
    const many = Array.from({ length: 21 }, (_, i) => [`p${i}`, { type: 'number', value: i }]);
    expect(await issuesOf({ sql, params: Object.fromEntries(many) })).toEqual([400, ['params']]);
  });

  test('is in the audit of the person, answered or not, with its text sealed', async () => {
    fails = new Refusal('questionTooLong');
    expect((await post({ sql: 'SELECT 2 AS slow' }, 'admin')).status).toBe(422);
    fails = undefined;
    await post({ sql: "SELECT '密' AS typed" }, 'admin');
    const events = bench.deps.store.read(auditStreamOf('p-admin'));
    const asked = [];
    for await (const { type, data, personal } of events)
      if (type === 'QuestionAsked') asked.push({ data, personal });
    expect(asked).toMatchObject([
      { data: { rows: null, position: null }, personal: { sql: 'SELECT 2 AS slow' } },
      { data: { rows: 2, position: expect.any(String) }, personal: { sql: "SELECT '密' AS typed" } },
    ]);
    const sealed = [];
    for await (const event of bench.deps.sealedLog.read(auditStreamOf('p-admin'))) sealed.push(event);
    expect(sealed).toHaveLength(2);
    expect(
      JSON.stringify(sealed, (_, value) => (typeof value === 'bigint' ? String(value) : value)),
    ).not.toContain('密');
  });

  test('may not name case_facts where the right to them is withheld', async () => {
    await post({ sql: 'SELECT 1' });
    expect(reached.at(-1)?.tables).toContain('case_facts');
    const on = { position: 'Analyst', right: 'analysisFacts', on: false, reason: 'a test' };
    const orgs = await bench.put('/api/organisations/main/rights', { as: 'admin', body: on });
    expect(orgs.status).toBe(200);
    await post({ sql: 'SELECT 1' });
    expect(reached.at(-1)?.tables).not.toContain('case_facts');
    const { data } = await bench.get<AskDescription>(path, { as: 'analyst' });
    expect(data.tables.map(({ name }) => name)).not.toContain('case_facts');
  });

  test('make no file where exports are withheld', async () => {
    const off = { position: 'Analyst', right: 'exports', on: false, reason: 'a test' };
    await bench.put('/api/organisations/main/rights', { as: 'admin', body: off });
    const count = reached.length;
    expect((await post({ sql: 'SELECT 1', format: 'csv' })).status).toBe(403);
    expect(reached).toHaveLength(count);
    expect((await post({ sql: 'SELECT 1' })).status).toBe(200);
    await bench.put('/api/organisations/main/rights', { as: 'admin', body: { ...off, on: true } });
  });
});

test('the description has all tables for an Admin, and questions with their parameters', async () => {
  const { data } = await bench.get<AskDescription>(path, { as: 'admin' });
  expect(data.tables).toHaveLength(6);
  expect(data.questions).toHaveLength(20);
  for (const { sql, params } of data.questions) {
    const named = new Set([...sql.matchAll(/\$(\w+)/g)].map(([, name]) => name));
    expect(new Set(Object.keys(params))).toEqual(named);
  }
});
