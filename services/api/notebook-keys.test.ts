/** Keys for notebooks: what they open and nothing else, how they end, and when they are refused (keyInvalid). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { limits } from '#events/case/limits.ts';
import { notebookKeyStreamOf } from '#events/notebookKey/events.ts';
import { openTestServer, type TestServer } from './testing/test-server.ts';

const path = '/api/analysis/keys';
const DAY_MS = 86_400_000;

let bench: TestServer;
beforeAll(async () => {
  bench = await openTestServer();
});
afterAll(() => bench.close());

type Made = { id: string; key: string; expiresAt: string };
type Asked = { name?: string; days?: number; tables?: string[] };
const ask = (asked: Asked = {}) => ({ name: 'JupyterHub', days: 30, tables: ['events', 'stays'], ...asked });
const make = async (as: 'analyst' | 'admin', asked?: Asked): Promise<Made> =>
  (await bench.post<Made>(path, { as, body: ask(asked) })).data;
const revoke = (as: 'analyst' | 'admin', id: string) => bench.del(`${path}/${id}`, { as });
const withKey = (key: string, url: string, method = 'GET') =>
  bench.send(method, url, { headers: { Authorization: `Bearer ${key}` } });
const statusWith = async (key: string, url = '/api/analysis') => (await withKey(key, url)).status;

describe('a key', () => {
  test('is shown once, and listed with its last use', async () => {
    const { id, key, expiresAt } = await make('analyst');
    expect(Date.parse(expiresAt) - bench.clock.now()).toBe(30 * DAY_MS);
    const listed = async () => (await bench.get<{ items: Made[] }>(path, { as: 'analyst' })).data.items;
    expect(await listed()).toMatchObject([
      { id, name: 'JupyterHub', tables: ['events', 'stays'], usedAt: null },
    ]);
    expect(JSON.stringify(await listed())).not.toContain(key);
    expect(await statusWith(key)).toBe(200);
    expect(await listed()).toMatchObject([{ usedAt: new Date(bench.clock.now()).toISOString() }]);
    await revoke('analyst', id);
  });

  test('is neither in the log, nor in the vault, nor in the lines of the server', async () => {
    const { id, key } = await make('admin');
    await withKey(key, '/api/events');
    await withKey(key, '/api/cases');
    const kept = [...bench.lines];
    for await (const event of bench.deps.store.read(notebookKeyStreamOf('p-admin')))
      kept.push(JSON.stringify(event.data), JSON.stringify(event.personal));
    for await (const { value } of bench.deps.vault.list('')) kept.push(JSON.stringify(value));
    // The secret may hold the character that separates the parts.
    const [, secret = ''] = /^[^_]+_[^_]+_(.{20,})$/.exec(key) ?? [];
    expect(secret).not.toBe('');
    expect(kept.filter(text => text.includes(secret))).toEqual([]);
    await revoke('admin', id);
  });

  test('is the same in the answer to a repeated request', async () => {
    const headers = { 'Idempotency-Key': 'once' };
    const first = await bench.post<Made>(path, { as: 'analyst', body: ask(), headers });
    const second = await bench.post<Made>(path, { as: 'analyst', body: ask(), headers });
    expect(second.text).toBe(first.text);
    expect(await statusWith(first.data.key)).toBe(200);
    await revoke('analyst', first.data.id);
  });

  test('names the field that is wrong', async () => {
    const issueOf = async (asked: object) => {
      const { status, data } = await bench.post<{ issues: { path: string }[] }>(path, {
        as: 'analyst',
        body: { ...ask(), ...asked },
      });
      return [status, data.issues[0]?.path];
    };
    expect(await issueOf({ name: ' ' })).toEqual([400, 'name']);
    expect(await issueOf({ days: 0 })).toEqual([400, 'days']);
    expect(await issueOf({ days: 91 })).toEqual([400, 'days']);
    expect(await issueOf({ tables: [] })).toEqual([400, 'tables']);
    expect(await issueOf({ tables: ['people'] })).toEqual([400, 'tables.0']);
    expect(await issueOf({ tables: ['events', 'events'] })).toEqual([400, 'tables']);
  });

  test(`is one of at most ${limits.notebookKeys} of a person`, async () => {
    const made: string[] = [];
    for (let i = 0; i < limits.notebookKeys; i++) made.push((await make('analyst', { days: 1 + i })).id);
    const { status, data } = await bench.post<{ issues: { issue: string }[] }>(path, {
      as: 'analyst',
      body: ask(),
    });
    expect([status, data.issues[0]?.issue]).toEqual([400, 'key-limit']);
    for (const id of made) await revoke('analyst', id);
  });
});

describe('a key opens', () => {
  /** Routes that a key may call; all others refuse it. */
  const open = [
    'GET /api/analysis',
    'GET /api/analysis/tables/:name',
    'GET /api/analysis/tables/:name/:file',
    'GET /api/analysis/erased',
    'GET /api/events',
  ];

  test('these routes and no other', async () => {
    const { id, key } = await make('admin', { tables: ['events', 'stays', 'case_facts'] });
    const answering: string[] = [];
    for (const route of bench.routes)
      for (const { path: pattern } of route.described ?? [route]) {
        const url = pattern.replace(/:\w+/g, 'none');
        const method = route.method.toUpperCase();
        const answer = await withKey(key, url, method);
        const line = `${method} ${pattern}`;
        if (route.rule !== 'public') {
          if (answer.status !== 401) answering.push(line);
          expect([line, answer.headers.get('x-token'), answer.headers.get('set-cookie')]).toEqual([
            line,
            null,
            null,
          ]);
        } else if (answer.status === 200)
          // Routes without a session answer as they do without the key.
          expect([line, answer.status]).toEqual([line, (await bench.send(method, url)).status]);
      }
    expect(answering.sort()).toEqual([...open].sort());
    await revoke('admin', id);
  });

  test('no upload, file, workbook, or page, in a header, a cookie or an address', async () => {
    const { id, key } = await make('admin');
    const cookie = { Cookie: `__Host-session=${key}` };
    for (const url of [
      '/api/files/x',
      '/api/uploads/x',
      '/api/cases/export.xlsx',
      '/api/analysis',
      '/api/events',
    ]) {
      expect([url, (await bench.send('GET', url, { headers: cookie })).status]).not.toEqual([url, 200]);
      expect([url, (await bench.send('GET', `${url}?key=${key}`)).status]).not.toEqual([url, 200]);
    }
    for (const url of ['/api/files/x', '/api/cases/export.xlsx'])
      expect([url, await statusWith(key, url)]).not.toEqual([url, 200]);
    expect((await bench.send('PUT', `/api/login/${key}`)).status).toBe(401);
    expect(
      (
        await bench.send('POST', '/api/login', {
          token: key,
          body: { userName: 'doctor', password: 'archline1' },
        })
      ).status,
    ).toBe(200);
    await revoke('admin', id);
  });

  test('only the tables that were chosen', async () => {
    const { id, key } = await make('admin', { tables: ['stays'] });
    expect(await statusWith(key, '/api/analysis/tables/cases')).toBe(403);
    expect(await statusWith(key, '/api/analysis/tables/cases/cases.parquet')).toBe(403);
    expect(await statusWith(key, '/api/events')).toBe(403);
    expect(await statusWith(key, '/api/analysis/tables/people')).toBe(404);
    // This server keeps no tables.
    expect(await statusWith(key, '/api/analysis/tables/stays')).toBe(503);
    await revoke('admin', id);
  });

  test('events with pseudonyms and facts of the list only', async () => {
    const created = await bench.post<{ caseId: string }>('/api/cases', { as: 'doctor', body: {} });
    expect(created.status).toBe(200);
    const { id, key } = await make('admin');
    const answer = await withKey(key, '/api/events?end=1');
    const lines = (await answer.text())
      .trim()
      .split('\n')
      .map(line => JSON.parse(line));
    expect(lines.at(-1)).toMatchObject({ end: true, more: false });
    expect(Object.keys(lines[0])).toEqual([
      ...['position', 'caseId', 'revision', 'type', 'at', 'by', 'to'],
      ...['version', 'batch', 'request', 'stage', 'result', 'reasons', 'facts'],
    ]);
    expect(lines[0]).toMatchObject({ type: 'CaseCreated', by: expect.stringMatching(/^u[a-z2-9]{10}$/) });
    expect(JSON.stringify(lines)).not.toContain('p-doctor');
    expect((await withKey(key, '/api/events?by=p-doctor')).status).toBe(400);
    await revoke('admin', id);
  });
});

describe('a key ends', () => {
  test('when it is revoked, and its days are over', async () => {
    const one = await make('analyst');
    expect((await revoke('analyst', one.id)).status).toBe(200);
    expect(await statusWith(one.key)).toBe(401);
    expect((await revoke('analyst', one.id)).status).toBe(404);
    const foreign = await make('admin', { days: 1 });
    expect((await revoke('analyst', foreign.id)).status).toBe(404);
    expect(await statusWith(foreign.key)).toBe(200);
    bench.clock.advance(DAY_MS);
    expect(await statusWith(foreign.key)).toBe(401);
    bench.clock.advance(-DAY_MS);
    await bench.deps.keys.sweep();
    expect(await statusWith(foreign.key)).toBe(200);
    await revoke('admin', foreign.id);
  });

  test.each([
    ['move', { position: 'Admin' }, { position: 'Analyst' }, 'move'],
    ['freeze', undefined, undefined, 'unfreeze'],
    ['endSessions', {}, undefined, undefined],
  ])('for good when its person meets %s', async (act, body, back, undo) => {
    bench.tokens.delete('analyst');
    const { key } = await make('analyst');
    expect(await statusWith(key)).toBe(200);
    expect((await bench.post(`/api/users/p-analyst/${act}`, { as: 'admin', body })).status).toBe(200);
    expect(await statusWith(key)).toBe(401);
    if (undo)
      expect((await bench.post(`/api/users/p-analyst/${undo}`, { as: 'admin', body: back })).status).toBe(
        200,
      );
    expect(await statusWith(key)).toBe(401);
    bench.tokens.delete('analyst');
    expect((await bench.get<{ items: unknown[] }>(path, { as: 'analyst' })).data.items).toEqual([]);
  });

  test('when an Admin sets another password, because whoever knew the old one may have made it', async () => {
    const { key } = await make('analyst');
    const body = { password: 'archline2' };
    expect((await bench.put('/api/users/p-analyst', { as: 'admin', body })).status).toBe(200);
    expect(await statusWith(key)).toBe(401);
    const back = { password: 'archline1' };
    expect((await bench.put('/api/users/p-analyst', { as: 'admin', body: back })).status).toBe(200);
    bench.tokens.delete('analyst');
  });

  test('in part when its organisation takes a right from the position', async () => {
    const { id, key } = await make('analyst', { tables: ['events', 'stays', 'case_facts'] });
    const take = (right: string, on: boolean) =>
      bench.put('/api/organisations/main/rights', {
        as: 'admin',
        body: { position: 'Analyst', right, on, reason: 'a test' },
      });
    expect(await statusWith(key, '/api/events')).toBe(200);
    const offered = async () => (await bench.get<{ tables: string[] }>(path, { as: 'analyst' })).data.tables;
    expect(await offered()).toContain('case_facts');
    await take('analysisFacts', false);
    expect(await offered()).toEqual(['events', 'stays', 'cases', 'objects', 'relations']);
    expect(await statusWith(key, '/api/analysis/tables/case_facts')).toBe(404);
    expect(await statusWith(key, '/api/analysis/tables/case_facts/case_facts.parquet')).toBe(404);
    const another = { as: 'analyst' as const, body: ask({ tables: ['stays', 'case_facts'] }) };
    expect((await bench.post(path, another)).status).toBe(403);
    expect((await bench.get<{ items: Made[] }>(path, { as: 'analyst' })).data.items).toHaveLength(1);
    expect(await statusWith(key, '/api/analysis/tables/stays')).toBe(503);
    await take('analysisFacts', true);
    await take('exports', false);
    expect(await offered()).toEqual([]);
    expect(await statusWith(key, '/api/analysis/tables/stays')).toBe(403);
    expect((await bench.post(path, { as: 'analyst', body: ask() })).status).toBe(403);
    await take('exports', true);
    await revoke('analyst', id);
  });
});

describe('wrong keys', () => {
  test('are refused alike, and throttled without blocking a right one', async () => {
    const { id, key } = await make('admin');
    const wrong = `${key.slice(0, -1)}${key.endsWith('A') ? 'B' : 'A'}`;
    const answers = new Set<number>();
    for (let i = 0; i < 40; i++) answers.add(await statusWith(i % 2 ? wrong : 'alk_x'));
    expect([...answers]).toEqual([401, 429]);
    expect(await statusWith(key)).toBe(200);
    expect(bench.lines.some(text => text.includes('wrongKey'))).toBe(true);
    await revoke('admin', id);
  });
});

test('a key has its own pace', async () => {
  const slow = await openTestServer({ acts: { burst: 30, perSecond: 1 } });
  const { data } = await slow.post<Made>(path, { as: 'analyst', body: ask() });
  const headers = { Authorization: `Bearer ${data.key}` };
  const statuses = new Set<number>();
  for (let i = 0; i < 40; i++) statuses.add((await slow.send('GET', '/api/analysis', { headers })).status);
  expect([...statuses]).toEqual([200, 429]);
  await slow.close();
});
