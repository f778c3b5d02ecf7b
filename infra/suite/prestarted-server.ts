/**
 * A server for single end-to-end tests, started after a run so that the next run begins at once with fresh
 * data. It stops after an hour, or when its record file is deleted.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as rest } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { hashOfSources, repositoryRoot } from '../setup/install.mjs';
import { startServer } from '../testing/server.ts';

type Prestarted = { url: string; dataDir: string; sources: string; id: string };

/** Record file of the waiting server. A run that uses the server renames it to `taken`. */
const record = join(repositoryRoot, 'node_modules', '.cache', 'archline-prestarted-server.json');
const taken = (id: string) => `${record}.${id}`;

const HOUR_MS = 3_600_000;
const LOOK_MS = 500;
const STEP_MS = 100;

/** Hash of everything a server consists of: sources, and the built pages. */
const sourcesNow = () =>
  hashOfSources(['events', 'projections', 'services', 'package-lock.json', join('dist', '.built')]);

const read = (): Prestarted | undefined =>
  existsSync(record) ? JSON.parse(readFileSync(record, 'utf8')) : undefined;

/** Takes the waiting server for this run. Returns undefined if there is none. */
function take(): Prestarted | undefined {
  const server = read();
  if (!server) return undefined;
  try {
    renameSync(record, taken(server.id));
    return server;
  } catch {
    // Another run took the server first.
    return undefined;
  }
}

const release = ({ id }: Prestarted) => rmSync(taken(id), { force: true });

const answers = ({ url }: Prestarted) =>
  fetch(`${url}/healthz`).then(
    ({ ok }) => ok,
    () => false,
  );

function startNext(): ChildProcess {
  const child = spawn(process.execPath, [fileURLToPath(import.meta.url)], {
    detached: true,
    stdio: 'ignore',
  });
  child.unref();
  return child;
}

/** Takes the waiting server if it has the current sources and answers. */
async function takeCurrent(): Promise<Prestarted | undefined> {
  const server = take();
  if (!server) return undefined;
  if (server.sources === sourcesNow() && (await answers(server))) return server;
  release(server);
  return undefined;
}

/** @throws Error if no server with the current sources starts */
async function takeReady(): Promise<Prestarted> {
  const before = await takeCurrent();
  if (before) return before;
  const child = startNext();
  while (child.exitCode === null && child.signalCode === null) {
    const server = await takeCurrent();
    if (server) return server;
    await rest(STEP_MS);
  }
  throw new Error('the server for single tests did not start. Run npm start to see the error');
}

/**
 * Runs `work` with its own prestarted server, and starts the next one afterwards.
 * @param work receives the server as JSON for ARCHLINE_PRESTARTED_SERVER
 * @throws Error if no server starts
 */
export async function withPrestartedServer<T>(work: (server: string) => Promise<T>): Promise<T> {
  const server = await takeReady();
  try {
    return await work(JSON.stringify(server));
  } finally {
    release(server);
    startNext();
  }
}

/** Main function of the prestarted server's process. */
async function serve(): Promise<void> {
  const sources = sourcesNow();
  const { url, dataDir, stop } = await startServer();
  const server: Prestarted = { url, dataDir, sources, id: crypto.randomUUID() };
  // Written under another name and renamed, so that no reader sees a partial file.
  writeFileSync(taken(server.id), JSON.stringify(server));
  renameSync(taken(server.id), record);
  const until = Date.now() + HOUR_MS;
  while (Date.now() < until && (read()?.id === server.id || existsSync(taken(server.id))))
    await rest(LOOK_MS);
  if (read()?.id === server.id) rmSync(record);
  release(server);
  await stop();
}

if (import.meta.main) {
  await serve();
  process.exit();
}
