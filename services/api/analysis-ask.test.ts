/** POST /api/analysis/ask: what it answers, refuses and records. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { auditStream } from '#events/audit/events.ts';
import { Refusal } from '#events/errors.ts';
import { toLogPosition } from '#events/log-position.ts';
import type { Asked } from '../analysis/ask.ts';
import type { OpenTables } from '../analysis/query.ts';
import type { AskAnswer, AskDescription } from './analysis-ask-answers.ts';
import { openTestServer, type TestServer } from './testing/test-server.ts';

const path = '/api/analysis/ask';

let bench: TestServer;
/** The questions that reached the engine. */
const reached: Asked[] = [];
let fails: Refusal | undefined;

beforeAll(async () => {
  bench = await openTestServer();
  const last = { position: toLogPosition('7'), clock: Date.parse('2026-11-20T08:00:00Z') };
  const open: OpenTables = {
    ...{ first: last, last },
    run: () => Promise.reject(new Error('not asked')),
    source: () => ({ files: [], views: [] }),
    lacks: () => [],
    repair: async () => false,
  };
  bench.deps.analysisTables = { open: async () => open, reached: async () => true };
  bench.deps.ask = async asked => {
    reached.push(asked);
    await asked.open();
    if (fails) throw fails;
    return {
      last,
      columns: [
        { name: 'word', type: 'VARCHAR' },
        { name: 'list', type: 'INTEGER[]' },
      ],
      rows: [
        ['=1+1', [1, 2]],
        [null, null],
      ],
      more: false,
    };
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

  test('is a file on request, without formulas', async () => {
    const { text, headers } = await post({ sql: 'SELECT 1', format: 'csv' });
    expect(headers.get('content-type')).toMatch('text/csv');
    expect(text).toBe('word,list\r\n\'=1+1,"[1,2]"\r\n,\r\n');
    expect(reached.at(-1)?.rows).toBe(100_000);
  });

  test('names the field that is wrong', async () => {
    const sql = 'SELECT 1';
    const param = (type: string, value: unknown) => ({ sql, params: { x: { type, value } } });
    expect(await issuesOf({ sql: ' ' })).toEqual([400, ['sql']]);
    expect(await issuesOf({ sql: 'x'.repeat(65_537) })).toEqual([400, ['sql']]);
    expect(await issuesOf({ sql, rows: 100_001 })).toEqual([400, ['rows']]);
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
    const events = bench.deps.store.read(auditStream('p-admin'));
    const asked = [];
    for await (const { type, data, personal } of events)
      if (type === 'QuestionAsked') asked.push({ data, personal });
    expect(asked).toMatchObject([
      { data: { rows: null, position: null }, personal: { sql: 'SELECT 2 AS slow' } },
      { data: { rows: 2, position: expect.any(String) }, personal: { sql: "SELECT '密' AS typed" } },
    ]);
    const sealed = [];
    for await (const event of bench.deps.sealedLog.read(auditStream('p-admin'))) sealed.push(event);
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
});

test('the description has all tables for an Admin, and questions with their parameters', async () => {
  const { data } = await bench.get<AskDescription>(path, { as: 'admin' });
  expect(data.tables).toHaveLength(6);
  expect(data.questions).toHaveLength(12);
  for (const { sql, params } of data.questions) {
    const named = new Set([...sql.matchAll(/\$(\w+)/g)].map(([, name]) => name));
    expect(new Set(Object.keys(params))).toEqual(named);
  }
});
