/** A server for single end-to-end tests. It stays between runs, so that the next one begins at once; an hour, or until the sources change. */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as rest } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { hashOfSources, root } from '../setup/install.mjs';
import { startServer } from '../testing/server.ts';

type Kept = { url: string; dataDir: string; pid: number; sources: string };

const record = join(root, 'node_modules', '.cache', 'archline-kept-server.json');
const HOUR_MS = 3_600_000;
const STEP_MS = 100;

const sourcesNow = () =>
  hashOfSources([
    'events',
    'projections',
    'services',
    'web',
    'workers',
    'vite.config.ts',
    'package-lock.json',
  ]);

const read = (): Kept | undefined =>
  existsSync(record) ? JSON.parse(readFileSync(record, 'utf8')) : undefined;

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/**
 * The kept server of these sources, as JSON for ARCHLINE_KEPT_SERVER; started where there is none.
 * @throws Error where it does not start
 */
export async function keptServer(): Promise<string> {
  const sources = sourcesNow();
  const before = read();
  if (before && isRunning(before.pid)) {
    if (before.sources === sources) return JSON.stringify(before);
    process.kill(before.pid);
  }
  rmSync(record, { force: true });
  const child = spawn(process.execPath, [fileURLToPath(import.meta.url)], {
    detached: true,
    stdio: 'ignore',
  });
  child.unref();
  while (child.exitCode === null) {
    const kept = read();
    if (kept) return JSON.stringify(kept);
    await rest(STEP_MS);
  }
  throw new Error('the server for single tests did not start: npm start says why');
}

async function keep(): Promise<void> {
  const sources = sourcesNow();
  const { url, dataDir, stop } = await startServer();
  const kept: Kept = { url, dataDir, pid: process.pid, sources };
  // Renamed, so that a reader never sees half of it.
  const whole = `${record}.${process.pid}`;
  writeFileSync(whole, JSON.stringify(kept));
  renameSync(whole, record);
  const end = async () => {
    if (read()?.pid === process.pid) rmSync(record);
    await stop();
    process.exit();
  };
  process.once('SIGTERM', end);
  setTimeout(end, HOUR_MS);
}

if (import.meta.main) await keep();
