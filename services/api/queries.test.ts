/** Every route refuses undocumented query fields by name before it does anything. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AccessRule } from '../http/context.ts';
import {
  openTestServer,
  type TestPersonName,
  type TestServer,
  testPeople,
  testPersonNames,
} from './testing/test-server.ts';

type Operation = { parameters?: { name: string; in: string }[] };
type Call = { method: string; path: string; as: TestPersonName | undefined };

const dir = mkdtempSync(join(tmpdir(), 'archline-queries-'));
let bench: TestServer;
let described: Record<string, Record<string, Operation>>;
beforeAll(async () => {
  bench = await openTestServer({ dataDir: dir });
  for (const name of testPersonNames) await bench.tokenOf(name);
  ({ paths: described } = await (await bench.send('GET', '/api/openapi.json')).json());
});
afterAll(async () => {
  await bench.close();
  rmSync(dir, { recursive: true, force: true });
});

/** An account that the rule admits. */
function allowed(rule: AccessRule): TestPersonName | undefined {
  if (rule === 'public') return undefined;
  return testPersonNames.find(name => rule === 'session' || rule.includes(testPeople[name].position));
}

/** Parts of the API outside the list of routes. */
const parts: Call[] = [
  { method: 'post', path: '/api/uploads', as: 'doctor' },
  { method: 'patch', path: '/api/uploads/f-1', as: 'doctor' },
  { method: 'get', path: '/api/files/f-1', as: 'doctor' },
  { method: 'get', path: '/api/files/f-1/picture', as: 'doctor' },
  { method: 'get', path: '/api/cases/export.xlsx', as: 'doctor' },
];

const calls = (): Call[] => [
  ...bench.routes.map(({ method, path, rule }) => ({ method, path, as: allowed(rule) })),
  ...parts,
];

const issuesOf = (text: string): { path: string; issue: string }[] => JSON.parse(text).data?.issues ?? [];

async function issuesFor({ method, path, as }: Call, query: string) {
  const response = await bench.send(method.toUpperCase(), `${path.replace(/:\w+/g, 'x')}?${query}`, { as });
  const isJson = response.headers.get('content-type')?.startsWith('application/json');
  const text = await response.text();
  return { status: response.status, issues: isJson ? issuesOf(text) : [] };
}

test('an unknown query field is answered 400 with its name, and nothing is done', async () => {
  const head = await bench.deps.store.head();
  expect(calls().length).toBeGreaterThan(100);
  for (const call of calls())
    for (const field of ['nosuchfield', '__proto__'])
      expect([call.method, call.path, await issuesFor(call, `${field}=1`)]).toEqual([
        ...[call.method, call.path],
        { status: 400, issues: [expect.objectContaining({ path: field, issue: 'unknown-field' })] },
      ]);
  expect(await bench.deps.store.head()).toBe(head);
});

test('every documented query field is known', async () => {
  let fields = 0;
  for (const [path, methods] of Object.entries(described))
    for (const [method, { parameters = [] }] of Object.entries(methods)) {
      const listed = bench.routes.find(
        r => r.method === method && r.path.replace(/:(\w+)/g, '{$1}') === path,
      );
      const call = { method, path: path.replace(/\{\w+\}/g, 'x'), as: allowed(listed?.rule ?? 'session') };
      for (const { name } of parameters.filter(p => p.in === 'query')) {
        const { issues } = await issuesFor(call, `${name}=1`);
        const unknown = issues.filter(i => i.issue === 'unknown-field');
        expect([method, path, name, unknown]).toEqual([method, path, name, []]);
        fields += 1;
      }
    }
  expect(fields).toBeGreaterThan(30);
});

test('a workbench as of a day without a time is refused, not answered with today’s numbers', async () => {
  const answer = await bench.get<{ issues: { path: string }[] }>('/api/workbench?asOf=2026-09-01', {
    as: 'analyst',
  });
  expect([answer.status, answer.data.issues.map(i => i.path)]).toEqual([400, ['asOf']]);
});

test('a missing session is reported first', async () => {
  expect((await bench.get('/api/workbench?asOf=2026-09-01')).status).toBe(401);
});
