/**
 * Targets of the load test: the embedded default (one node over a folder), and two nodes with a relay over a
 * remote log.
 */
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serverFlags } from '../setup/server-flags.mjs';
import { startStack } from '../stack/stack.ts';
import { type ServerProcess, startServer } from '../testing/server.ts';
import { type PreparedLoad, prepareLoad, signTokens } from './prepare.ts';

/** Error: a required server is not available on this machine. */
export class TargetUnavailableError extends Error {}

export type LoadSize = { people: number; active: number };

export type LoadTarget = {
  name: string;
  /** Description of the log. */
  log: string;
  prepared: PreparedLoad;
  secretFile: string;
  urls(): string[];
  /** Restarts the last node gracefully with its folder. @returns seconds until it is ready */
  restart(): Promise<number>;
  stop(): Promise<void>;
};

/** Node arguments of `npm start`, and SERVER_ARGS, for example for a profile. */
const node = [...serverFlags, ...(process.env.SERVER_ARGS?.split(' ').filter(Boolean) ?? [])];

function folder(): { dir: string; secretFile: string } {
  const dir = mkdtempSync(join(tmpdir(), 'archline-load-'));
  const secretFile = join(dir, 'secret');
  writeFileSync(secretFile, randomBytes(32).toString('hex'), { mode: 0o600 });
  return { dir, secretFile };
}

async function restarted(
  server: ServerProcess,
  start: (how: { dataDir: string; port: number }) => Promise<ServerProcess>,
): Promise<{ server: ServerProcess; seconds: number }> {
  const { dataDir, url } = server;
  await server.stop({ keep: true });
  const from = performance.now();
  const next = await start({ dataDir, port: Number(new URL(url).port) });
  return { server: next, seconds: (performance.now() - from) / 1000 };
}

export async function startEmbeddedTarget(size: LoadSize): Promise<LoadTarget> {
  const { dir, secretFile } = folder();
  const dataDir = join(dir, 'data');
  mkdirSync(dataDir, { mode: 0o700 });
  const prepared = await prepareLoad({ DATA_DIR: dataDir, SECRET_FILE: secretFile }, size);
  const env = { DEMO: '0', SECRET_FILE: secretFile };
  const start = (how: { port?: number } = {}) => startServer({ dataDir, pages: false, env, node, ...how });
  let server = await start();
  return {
    name: 'embedded',
    log: 'SQLite in its folder',
    prepared,
    secretFile,
    urls: () => [server.url],
    restart: async () => {
      const next = await restarted(server, start);
      server = next.server;
      return next.seconds;
    },
    stop: async () => {
      await server.stop({ keep: true });
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

/** Waits until every node has folded the prepared events. @throws Error if a node needs more than a minute */
async function caughtUp(urls: readonly string[], { position }: PreparedLoad, token: string): Promise<void> {
  const until = performance.now() + 60_000;
  for (const url of urls)
    for (;;) {
      const headers = { Authorization: token, 'X-Position': position };
      const { status } = await fetch(`${url}/api/sysUser`, { headers });
      if (status === 200) break;
      if (performance.now() > until) throw new Error(`${url} has not caught up: ${status}`);
    }
}

/** @throws TargetUnavailableError if one of the servers is not available */
export async function startTwoNodeTarget(size: LoadSize): Promise<LoadTarget> {
  const { dir, secretFile } = folder();
  const remove = () => rmSync(dir, { recursive: true, force: true });
  const begun = startStack({ pages: false, env: { DEMO: '0', SECRET_FILE: secretFile }, node });
  const stack = await begun.catch((error: Error) => {
    remove();
    throw new TargetUnavailableError(error.message);
  });
  const stop = async () => {
    await stack.stop();
    remove();
  };
  const nodes = [...stack.nodes];
  const urls = () => nodes.map(({ url }) => url);
  try {
    const prepared = await prepareLoad(stack.settings, size);
    const [anybody] = await signTokens(prepared.people.slice(0, 1), secretFile);
    await caughtUp(urls(), prepared, anybody?.token ?? '');
    return {
      name: 'two nodes',
      log: stack.servers.log.name,
      prepared,
      secretFile,
      urls,
      stop,
      restart: async () => {
        const last = nodes.pop();
        if (!last) throw new Error('no node is available');
        const next = await restarted(last, stack.addNode);
        nodes.push(next.server);
        return next.seconds;
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
