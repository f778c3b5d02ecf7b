/** The program as it runs: real HTTP, SQLite in a folder, signals, a restart. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { copyDemoInto } from '../../infra/testing/server.ts';
import { openSqliteReader } from '../eventstore/sqlite.ts';
import { startConfiguredParts } from '../main.ts';
import { parseEnv } from '../settings/env.ts';
import { operatorSentenceOf } from '../start/startup-errors.ts';

const script = fileURLToPath(new URL('./testing/serve.ts', import.meta.url));
const dir = mkdtempSync(join(tmpdir(), 'archline-http-'));
const children: ChildProcess[] = [];

type Ran = { child: ChildProcess; out: () => string; err: () => string };

function run(env: Record<string, string> = {}, ...args: string[]): Ran {
  const child = spawn(process.execPath, [script, ...args], {
    env: {
      PATH: process.env.PATH ?? '',
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      DATA_DIR: dir,
      PORT: '0',
      LOG_LEVEL: 'warn',
      ...env,
    },
  });
  children.push(child);
  let [out, err] = ['', ''];
  child.stdout?.on('data', (text: Buffer) => {
    out += text;
  });
  child.stderr?.on('data', (text: Buffer) => {
    err += text;
  });
  return { child, out: () => out, err: () => err };
}

/** The address in the line that reports readiness. */
async function ready({ child, out, err }: Ran): Promise<string> {
  while (!out().includes('\n')) {
    const [what] = await Promise.race([
      once(child.stdout ?? child, 'data').then(() => ['data']),
      once(child, 'exit').then(() => ['exit']),
    ]);
    if (what === 'exit' && !out().includes('\n')) throw new Error(err());
  }
  expect(out()).toMatch(/^Archline is ready at http:\/\/127\.0\.0\.1:\d+\n$/);
  return out().trim().split(' ').at(-1) ?? '';
}

async function ended({ child, err }: Ran): Promise<{ code: number | null; err: string }> {
  if (child.exitCode === null) await once(child, 'close');
  return { code: child.exitCode, err: err() };
}

let server: Ran;
let base: string;
let token: string;
beforeAll(async () => {
  await copyDemoInto(dir);
  server = run();
  base = await ready(server);
});
afterAll(() => {
  for (const child of children) child.kill('SIGKILL');
  rmSync(dir, { recursive: true, force: true });
});

type Answer = { status: number; headers: Headers; code: number; data: Record<string, unknown> };
async function call(method: string, path: string, init: RequestInit = {}): Promise<Answer> {
  const headers = {
    'Content-Type': 'application/json',
    ...(token ? { Authorization: token } : {}),
    ...init.headers,
  };
  const response = await fetch(base + path, { redirect: 'manual', ...init, method, headers });
  const { code, data } = await response.json();
  return { status: response.status, headers: response.headers, code, data };
}

test('a doctor of the demo signs in by a form', async () => {
  const body = new URLSearchParams({ userName: 'doctor', password: 'archline1' });
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
  const { status, data } = await call('POST', '/api/login', { body, headers });
  expect(status).toBe(200);
  token = String(data.token);
});

test('a command’s result is readable at once at its position', async () => {
  for (let i = 0; i < 20; i++) {
    const created = await call('POST', '/api/cases', { body: '{}' });
    const headers = { 'X-Position': created.headers.get('X-Position') ?? '' };
    expect(await call('GET', `/api/cases/${created.data.caseId}`, { headers })).toMatchObject({
      status: 200,
    });
  }
});

test('ten parallel copies of a command count as one', async () => {
  const headers = { 'Idempotency-Key': 'over-http' };
  const all = await Promise.all(
    Array.from({ length: 10 }, () => call('POST', '/api/cases', { body: '{}', headers })),
  );
  expect(new Set(all.map(a => a.data.caseId)).size).toBe(1);
});

test('a body of 2 MB is refused, sent at once or in chunks, and the connection stays usable', async () => {
  const big = JSON.stringify({ name: 'x'.repeat(2 * 1024 * 1024) });
  expect(await call('POST', '/api/cases', { body: big })).toMatchObject({ status: 413, code: 104003 });
  const pieces = { body: new Blob([big]).stream(), duplex: 'half' } as RequestInit;
  expect(await call('POST', '/api/cases', pieces)).toMatchObject({ status: 413, code: 104003 });
  expect(await call('GET', '/api/sysUser')).toMatchObject({ status: 200 });
});

test('events are sent line by line', async () => {
  const signedIn = await fetch(`${base}/api/login`, {
    method: 'POST',
    body: new URLSearchParams({ userName: 'analyst', password: 'archline1' }),
  });
  const { data } = await signedIn.json();
  const response = await fetch(`${base}/api/events?limit=50`, { headers: { Authorization: data.token } });
  const lines = (await response.text()).trim().split('\n');
  expect(lines).toHaveLength(50);
  expect(lines.map(line => JSON.parse(line).type)).toContain('CaseCreated');
});

test('a second process on the same folder stops with a clear message', async () => {
  const { code, err } = await ended(run());
  expect([code, err.trim()]).toEqual([
    1,
    expect.stringMatching(/^The data folder .* is in use by another Archline/),
  ]);
});

/** Starts the parts of a server in this process, and returns the sentence with which it fails. */
async function startError(env: Record<string, string>): Promise<string | undefined> {
  try {
    const { stop } = await startConfiguredParts(
      parseEnv({ LOG_LEVEL: 'warn', ...env }, []),
      async () => undefined,
    );
    await stop();
    return 'it started';
  } catch (error) {
    return operatorSentenceOf(error);
  }
}

test('a data folder that is a file stops the start with a clear message', async () => {
  expect(await startError({ DATA_DIR: script })).toBe(`${script} is not a folder.`);
});

test('a wrong setting stops the start with a message that names it', async () => {
  expect(await startError({ DATA_DIR: dir, PORT: 'http' })).toMatch(/^PORT is "http": [^\n]*$/);
});

test.each(['0', '1'])('an occupied port is reported before any demo is made (DEMO=%s)', async DEMO => {
  const other = mkdtempSync(join(tmpdir(), 'archline-port-'));
  const { port } = new URL(base);
  expect(await startError({ DATA_DIR: other, DEMO, PORT: port })).toBe(
    `Port ${port} is in use by another program. Set PORT to a free port.`,
  );
  const log = openSqliteReader({ dir: other });
  const types = (await Array.fromAsync(log.readAll())).map(({ type }) => type);
  expect(types).not.toContain('CaseCreated');
  await log.close();
  rmSync(other, { recursive: true });
});

test('SIGTERM stops it, and a restart knows everything: the session as well, the demo once', async () => {
  const before = await call('GET', '/api/cases?size=100');
  server.child.kill('SIGTERM');
  expect(await ended(server)).toEqual({ code: 0, err: '' });
  server = run();
  base = await ready(server);
  expect(server.err()).toBe('');
  const after = await call('GET', '/api/cases?size=100');
  expect([after.status, after.data]).toEqual([200, before.data]);
});
