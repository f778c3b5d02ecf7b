/** Starts a real server for a test: its own process, data folder and free port, removed after the test. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { killOnExit } from '../servers/kill-on-exit.ts';
import { copyDemo, ensureDemo, startsWithDemo } from './demo.ts';
import { restoreCachedPreviews } from './drawn-previews.ts';
import { freePort } from './ports.ts';

export { freePort };

const entry = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const main = entry('../../services/main.ts');
const pageless = entry('./server-without-pages.ts');
const stubbed = entry('./stub-pages.ts');
const clocked = entry('./server-with-test-clock.ts');
const unlimited = entry('./server-without-rate-limit.ts');

export type ServerProcess = {
  url: string;
  pid: number;
  dataDir: string;
  /** Advances the server's clock and resolves afterwards. Requires the option `ahead`. */
  advance(milliseconds: number): Promise<void>;
  /** Resolves with the first text of standard output that matches, also of output in the past. */
  prints(pattern: RegExp): Promise<string>;
  /** Stops the process and removes its data, unless `keep`. */
  stop(options?: { keep?: boolean; signal?: NodeJS.Signals }): Promise<void>;
};

/** Resolves when the process prints that it is ready. Rejects with its output if it ends before. */
function ready(child: ChildProcess): Promise<void> {
  let said = '';
  return new Promise((resolve, reject) => {
    const listen = (chunk: Buffer) => {
      said += chunk;
      if (said.includes('Archline is ')) resolve();
    };
    child.stdout?.on('data', listen);
    child.stderr?.on('data', chunk => {
      said += chunk;
    });
    child.once('exit', code =>
      reject(new Error(`the server exited with code ${code} before it was ready:\n${said}`)),
    );
  });
}

/** Follows standard output, and finds text in it. */
function followOutput(child: ChildProcess): ServerProcess['prints'] {
  let said = '';
  const listeners = new Set<() => void>();
  child.stdout?.on('data', chunk => {
    said += chunk;
    for (const look of listeners) look();
  });
  return pattern =>
    new Promise(resolve => {
      const look = () => {
        const [found] = pattern.exec(said) ?? [];
        if (found === undefined) return;
        listeners.delete(look);
        resolve(found);
      };
      listeners.add(look);
      look();
    });
}

export type ServerOptions = {
  env?: Record<string, string>;
  dataDir?: string;
  port?: number;
  /** Arguments for Node, such as profiling flags. */
  node?: string[];
  /** False: API and sockets only, without a build. 'stub': every page as plain text, without a build. */
  pages?: boolean | 'stub';
  /** True: without rate limits and without pages, for programs that send requests without pauses. */
  unlimited?: boolean;
  /** Parts of the server to run; default all. */
  run?: readonly string[];
  /** Initial offset of a controllable clock, in milliseconds. */
  ahead?: number;
  /** True: copies the previews that earlier test servers have drawn of the demo's files. */
  previews?: boolean;
};

function programOf(options: ServerOptions): string {
  const { pages, ahead } = options;
  if (options.unlimited) return unlimited;
  if (ahead !== undefined) return clocked;
  if (pages === 'stub') return stubbed;
  return pages === false ? pageless : main;
}

/** Plays the demo into a folder, with default settings. */
async function playDemo(dataDir: string): Promise<void> {
  const server = await startServer({ pages: false, dataDir });
  await server.stop({ keep: true });
}

/** Creates today's demo if it does not exist. Call it before tests that start servers at the same time. */
export const prepareDemo = (): Promise<string> => ensureDemo(playDemo);

/** Copies the demo into an empty data folder. Call it before a server starts there. */
export const copyDemoInto = (dataDir: string): Promise<void> => copyDemo(dataDir, playDemo);

/**
 * Removes a data folder. Retries, because a process that reads 3D models may write its last file after the
 * server has ended.
 */
const removeData = (dataDir: string) => rm(dataDir, { recursive: true, force: true, maxRetries: 10 });

/** Creates a folder for a new server, with a copy of the demo if the server would start with it. */
async function newFolder({ ahead = 0, env }: ServerOptions): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'archline-'));
  try {
    if (ahead === 0 && startsWithDemo({ ...process.env, ...env })) await copyDemoInto(dataDir);
  } catch (error) {
    await removeData(dataDir);
    throw error;
  }
  return dataDir;
}

/** Writes the server's output to ARCHLINE_TEST_LOGS, if that folder is set. */
function keepOutput(child: ChildProcess, port: number): void {
  const dir = process.env.ARCHLINE_TEST_LOGS;
  if (!dir) return;
  const path = join(dir, `server-${port}-${child.pid}.log`);
  const file = createWriteStream(path);
  child.stdout?.pipe(file, { end: false });
  child.stderr?.pipe(file, { end: false });
  child.once('close', () => file.end());
  // A failed log file, for example on a full disk, does not fail the run.
  file.on('error', error => {
    console.warn(`${path} is incomplete: ${error.message}`);
    // Trap: a stream that loses its pipe pauses, also for other listeners.
    for (const output of [child.stdout, child.stderr]) output?.resume();
  });
}

/**
 * Starts services/main.ts as `npm start` does, and waits until it is ready.
 * @throws Error with the server's output if it ends before; a folder created for it is removed
 */
export async function startServer(options: ServerOptions = {}): Promise<ServerProcess> {
  if (options.dataDir !== undefined) return startIn(options.dataDir, options);
  const dataDir = await newFolder(options);
  try {
    if (!options.previews) return await startIn(dataDir, options);
    const keepPreviews = await restoreCachedPreviews(dataDir);
    const server = await startIn(dataDir, options);
    const stop: ServerProcess['stop'] = async ({ keep = false, signal } = {}) => {
      await server.stop({ keep: true, signal });
      await keepPreviews();
      if (!keep) await removeData(dataDir);
    };
    return { ...server, stop };
  } catch (error) {
    await removeData(dataDir);
    throw error;
  }
}

async function startIn(dataDir: string, options: ServerOptions): Promise<ServerProcess> {
  const port = options.port ?? (await freePort());
  const own = {
    PORT: String(port),
    DATA_DIR: dataDir,
    LOG_LEVEL: 'warn',
    // Tests sign in with a password alone unless they ask for more.
    STAFF_SECOND_FACTOR: '0',
    // Other tests fill the machine.
    BACKGROUND_PRIORITY: 'low',
    CLOCK_AHEAD_MS: String(options.ahead ?? 0),
    PAGES: options.pages === 'stub' ? 'stub' : options.pages === false ? '0' : '1',
  };
  const env = { ...process.env, ...own, ...options.env };
  const args = ['--disable-warning=ExperimentalWarning', ...(options.node ?? []), programOf(options)];
  if (options.run) args.push(`--run=${options.run.join(',')}`);
  const stdio = [
    'ignore',
    'pipe',
    'pipe',
    ...(options.ahead === undefined ? [] : (['ipc'] as const)),
  ] as const;
  const child = spawn(process.execPath, args, { env, stdio: [...stdio] });
  killOnExit(child);
  keepOutput(child, port);
  const prints = followOutput(child);
  try {
    await ready(child);
  } catch (error) {
    // Retries with another port: a program outside the tests took this one.
    if (options.port === undefined && /is in use by another program/.test(String(error)))
      return startIn(dataDir, options);
    throw error;
  }
  return {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    dataDir,
    prints,
    advance: async milliseconds => {
      const later = new Promise(resolve => child.once('message', resolve));
      child.send(milliseconds);
      await later;
    },
    stop: async ({ keep = false, signal = 'SIGTERM' } = {}) => {
      if (child.exitCode === null && child.signalCode === null) {
        const gone = new Promise(resolve => child.once('exit', resolve));
        child.kill(signal);
        await gone;
      }
      if (!keep) await removeData(dataDir);
    },
  };
}
