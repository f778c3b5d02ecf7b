/** A server for single end-to-end tests: ready before a run, so that it begins at once; for an hour, or until the sources change. */
import { type ChildProcess, spawn } from 'node:child_process';
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

/** Takes the server that is ready, so that no other run gets it; undefined where there is none. */
function take(): Kept | undefined {
  const mine = `${record}.${process.pid}`;
  try {
    renameSync(record, mine);
  } catch {
    return undefined;
  }
  const kept = JSON.parse(readFileSync(mine, 'utf8'));
  rmSync(mine);
  return kept;
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

function startKeeper(): ChildProcess {
  const child = spawn(process.execPath, [fileURLToPath(import.meta.url)], {
    detached: true,
    stdio: 'ignore',
  });
  child.unref();
  return child;
}

function end(pid: number): void {
  if (isRunning(pid)) process.kill(pid);
}

/** @throws Error where no server of these sources starts */
async function ready(): Promise<Kept> {
  const sources = sourcesNow();
  const before = take();
  if (before?.sources === sources && isRunning(before.pid)) return before;
  if (before) end(before.pid);
  const child = startKeeper();
  while (child.exitCode === null) {
    const kept = take();
    if (kept) return kept;
    await rest(STEP_MS);
  }
  throw new Error('the server for single tests did not start: npm start says why');
}

/**
 * Runs with a server that nobody else has. Afterwards another one starts for the next run, so that no run begins with
 * what an earlier one left.
 * @param work gets the server as JSON for ARCHLINE_KEPT_SERVER
 * @throws Error where no server starts
 */
export async function withKeptServer<T>(work: (server: string) => Promise<T>): Promise<T> {
  const kept = await ready();
  try {
    return await work(JSON.stringify(kept));
  } finally {
    end(kept.pid);
    startKeeper();
  }
}

async function keep(): Promise<void> {
  const sources = sourcesNow();
  const { url, dataDir, stop } = await startServer();
  const kept: Kept = { url, dataDir, pid: process.pid, sources };
  const mine = JSON.stringify(kept);
  // Renamed, so that a reader never sees half of it.
  writeFileSync(`${record}.${process.pid}`, mine);
  renameSync(`${record}.${process.pid}`, record);
  const isReady = () => existsSync(record) && readFileSync(record, 'utf8') === mine;
  const stopped = async () => {
    if (isReady()) rmSync(record);
    await stop();
    process.exit();
  };
  process.once('SIGTERM', stopped);
  // A run that has taken it gets another hour.
  setTimeout(() => (isReady() ? stopped() : setTimeout(stopped, HOUR_MS)), HOUR_MS);
}

if (import.meta.main) await keep();
