/** Moves a log to EventStoreDB and back: resumable, and proved equal. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startLogCluster } from '../../infra/servers/log/cluster.ts';
import { type LogServer, startLogServer } from '../../infra/servers/log/server.ts';
import { collectEventIds, createTestEvent, createTestEvents, numbersUpTo } from './contract/context.ts';
import { copyLog, proveEqualLogs } from './copy.ts';
import { connectEsdb } from './esdb/connection.ts';
import { connectionStringForUser } from './esdb/leader.ts';
import { openEsdbStore } from './esdb/store.ts';
import type { RawEventStore } from './port.ts';
import { openSqliteStore } from './sqlite.ts';

let dir: string;
let server: LogServer;
let opened: RawEventStore[];

beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'archline-copy-'));
  opened = [];
  server = await startLogServer({ file: join(dir, 'log.db') });
});
afterEach(async () => {
  for (const store of opened) await store.close();
  await server.stop();
  rmSync(dir, { recursive: true });
});

const onSqlite = (name: string) => {
  const store = openSqliteStore({ dir: join(dir, name) });
  opened.push(store);
  return store;
};
const onWire = async () => {
  const store = await openEsdbStore({ connectionString: server.url });
  opened.push(store);
  return store;
};

/** 401 events in seven streams, one to three at a time. */
async function fill(store: RawEventStore): Promise<void> {
  for (const i of numbersUpTo(200)) {
    const personal = { personal: `sealed ${i}`, subject: `patient-${i % 7}` };
    const some = createTestEvents(1 + (i % 3), `${i}-`).map(e => ({
      ...e,
      ...personal,
      data: { b: 1, a: ['齐', i] },
    }));
    await store.append(`case-${i % 7}`, 'any', some);
  }
}

test('copying a log to EventStoreDB and back keeps the same events in the same order', async () => {
  const [source, back] = [onSqlite('source'), onSqlite('back')];
  await fill(source);
  const wire = await onWire();
  expect(await copyLog(source, wire)).toEqual({ events: 401, before: 0, doubled: 0 });
  expect(await copyLog(wire, back)).toEqual({ events: 401, before: 0, doubled: 0 });
  const [there, again] = [await proveEqualLogs(source, wire), await proveEqualLogs(source, back)];
  expect(there.events).toBe(401);
  expect(again).toEqual(there);
});

test('copying a log resumes after an interruption', async () => {
  const [source, wire] = [onSqlite('source'), await onWire()];
  await fill(source);
  const broken = copyLog(source, wire, copied => {
    if (copied > 150) throw new Error('the cable');
  });
  await expect(broken).rejects.toThrow('the cable');
  const { events: all, before } = await copyLog(source, wire);
  expect([all, before > 150 && before < 160]).toEqual([401, true]);
  expect(await copyLog(source, wire)).toEqual({ events: 401, before: 401, doubled: 0 });
  await expect(proveEqualLogs(source, wire)).resolves.toMatchObject({ events: 401 });
});

test('copying a log refuses a target with other events, and names the first difference', async () => {
  const [source, wire] = [onSqlite('source'), await onWire()];
  await source.append('case-a', 'none', createTestEvents(3));
  await wire.append('case-a', 'none', [createTestEvent('other')]);
  await expect(copyLog(source, wire)).rejects.toThrow('not in the source');
  await expect(proveEqualLogs(source, wire)).rejects.toThrow('differ at event 1 (noted of case-a)');
  const longer = onSqlite('longer');
  await longer.append('case-a', 'none', createTestEvents(4));
  await expect(proveEqualLogs(source, longer)).rejects.toThrow('has more events');
  await expect(proveEqualLogs(longer, source)).rejects.toThrow('differ at event 4');
});

test('copying a log writes a doubled event once', async () => {
  const raw = connectEsdb(server.url);
  await raw.append('case-a', 'any', createTestEvents(2));
  const { port } = server;
  await server.stop();
  // After a restart the server no longer recognises repeated ids.
  server = await startLogServer({ file: join(dir, 'log.db'), port });
  await expect
    .poll(() => raw.append('case-a', 'any', [createTestEvent('e0')]).catch(() => undefined))
    .toBeDefined();
  await raw.append('case-a', 'any', [createTestEvent('last')]);
  await raw.close();
  const [wire, target] = [await onWire(), onSqlite('target')];
  expect(await collectEventIds(wire.read('case-a'))).toEqual(['e0', 'e1', 'e0', 'last']);
  expect(await copyLog(wire, target)).toEqual({ events: 3, before: 0, doubled: 1 });
  await expect(proveEqualLogs(wire, target)).resolves.toMatchObject({ events: 3 });
});

const program = fileURLToPath(new URL('../archline.ts', import.meta.url));

/** Runs a command of the CLI. Returns its output, also after a failure. */
const typed = (args: string[], env: Record<string, string> = {}) =>
  promisify(execFile)(process.execPath, [program, ...args], { env: { ...process.env, ...env } }).catch(
    error => error,
  );

test('copy-log works from the command line', async () => {
  const source = onSqlite('source');
  await fill(source);
  // Closes the store first: the command needs its folder.
  await source.close();
  const run = (...args: string[]) => typed(['copy-log', ...args]);
  const { stdout } = await run('--from', join(dir, 'source'), '--to', server.url);
  expect(stdout).toContain('Copied: 401 events, 0 of them in an earlier run.');
  expect(stdout).toMatch(/the same 401 events in the same order: SHA-256 [0-9a-f]{64}\./);
  expect((await run('--from', join(dir, 'nowhere'), '--to', server.url)).stderr).toContain('contains no log');
  expect((await run('--from', join(dir, 'source'))).stderr).toContain('copy-log --from');
  expect((await run('--from', 'EVENT_STORE', '--to', join(dir, 'back'))).stderr).toContain(
    'EVENT_STORE is not a connection string',
  );
});

test('copy-log moves an installation to three servers with a user of its own, and back', async () => {
  const admin = { name: 'admin', password: 'meister' };
  const users = { [admin.name]: { password: admin.password, readsAll: true } };
  const cluster = await startLogCluster({ nodes: 3, tls: dir, users, file: join(dir, 'cluster.db') });
  const url = connectionStringForUser(cluster.url, { name: 'archline', password: 'geheim' });
  const file = join(dir, 'admin-password');
  writeFileSync(file, admin.password);
  const source = onSqlite('source');
  await fill(source);
  await source.close();
  try {
    const set = { EVENT_STORE: url };
    const account = ['log-account', '--admin-password-file', file, '--exclusive'];
    expect((await typed(account, set)).stdout).toContain('can be read by archline');
    const there = await typed(['copy-log', '--from', join(dir, 'source'), '--to', 'EVENT_STORE'], set);
    const back = await typed(['copy-log', '--from', 'EVENT_STORE', '--to', join(dir, 'back')], set);
    const [proof] = /the same 401 events in the same order: SHA-256 [0-9a-f]{64}\./.exec(there.stdout) ?? [];
    expect(proof).toBeDefined();
    expect(back.stdout).toContain(proof);
  } finally {
    await cluster.stop();
  }
  const [before, after] = [onSqlite('source'), onSqlite('back')];
  await expect(proveEqualLogs(before, after)).resolves.toMatchObject({ events: 401 });
});
