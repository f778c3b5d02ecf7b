/** The demo-year command. It leaves a folder that a server can serve, or no folder. */
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createApp } from '#services/api/app.ts';
import { printInTestThread } from '#services/api/testing/print-in-test-thread.ts';
import { parseEnv } from '../settings/env.ts';
import { assembleServer } from '../start/assemble-server.ts';
import { openServerPorts } from '../start/server-ports.ts';
import { writeYear } from '../year/write-year.ts';
import { demoYearCommand } from './demo-year.ts';

/** Cheap hashes: these tests check who gets in, not the cost of guessing. */
const cost = { memoryCost: 8, timeCost: 1, parallelism: 1 };
const year = { cases: 60, seed: 2, end: '2026-11-27', cost };

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'archline-year-'));
});
afterEach(() => rmSync(dataDir, { recursive: true }));

async function openServer() {
  const ports = await openServerPorts(parseEnv({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' }));
  const { deps, close } = await assembleServer({ ...ports, rows: ':memory:' });
  const { app } = createApp(deps, printInTestThread);
  const ask = async (path: string, init?: RequestInit) => (await app.request(path, init)).json();
  return { deps, close, ask };
}

test('a server signs in the demo’s people and answers their lists', async () => {
  const told: number[] = [];
  const events = await writeYear({ ...year, dir: dataDir, told: ({ events }) => told.push(events) });
  expect(events).toBeGreaterThan(year.cases * 20);
  expect(told.at(-1)).toBeLessThanOrEqual(events);
  const { deps, close, ask } = await openServer();
  await deps.models.reached(await deps.store.head(), 120_000);
  const signedIn = await ask('/api/login', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ userName: 'analyst', password: 'archline1' }),
  });
  const headers = { Authorization: signedIn.data.token };
  const { data } = await ask('/api/cases?size=100', { headers });
  expect(data.items.length).toBeGreaterThan(year.cases / 2);
  // Masked names keep their first character. A letter there proves that the names could be decrypted.
  expect(data.items[0].patientName).toMatch(/^[\p{L}]/u);
  await close();
});

test('a folder with a log is refused, and keeps it', async () => {
  await writeYear({ ...year, cases: 2, dir: dataDir });
  const before = readdirSync(dataDir).sort();
  await expect(writeYear({ ...year, cases: 2, dir: dataDir })).rejects.toThrow(
    /set DATA_DIR to an empty folder/,
  );
  expect(readdirSync(dataDir).sort()).toEqual(before);
});

test('an interrupted run leaves no log, and the next one succeeds', async () => {
  const controller = new AbortController();
  // At this moment some appends are already in the log.
  const told = () => controller.abort(new Error('interrupted'));
  const cut = writeYear({ ...year, cases: 150, dir: dataDir, told, signal: controller.signal });
  await expect(cut).rejects.toThrow('interrupted');
  expect(readdirSync(dataDir)).toEqual([]);
  expect(await writeYear({ ...year, cases: 2, dir: dataDir })).toBeGreaterThan(20);
});

test('wrong arguments create nothing', async () => {
  const dir = join(dataDir, 'none');
  const said = () => undefined;
  for (const args of [
    ['--cases', '0'],
    ['--cases', 'x'],
    ['--seed', '-1'],
    ['--end', '2999-01-01'],
    ['--end', 'x'],
    ['more'],
  ])
    await expect(demoYearCommand.run(args, { env: { DATA_DIR: dir }, said })).rejects.toThrow();
  expect(existsSync(dir)).toBe(false);
});
