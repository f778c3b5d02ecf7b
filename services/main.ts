/** The program: reads the settings, opens the log and the vault, wires the parts, listens. The only place that wires. */
import { existsSync } from 'node:fs';
import { Server } from 'node:http';
import { join } from 'node:path';
import { createAdaptorServer } from '@hono/node-server';
import { sweepOnce } from './api/once.ts';
import { createApp } from './app.ts';
import { type Assembled, assemble } from './assemble.ts';
import { createModelReader } from './effects/model-reader.ts';
import { startEffects } from './effects/worker.ts';
import { type Env, parseEnv, WrongSetting } from './env.ts';
import { FolderInUse } from './eventstore/folder-lock.ts';
import { type FileParts, fileParts } from './file-parts.ts';
import { openPorts } from './ports.ts';
import { attachRealtime } from './realtime/server.ts';

/** Undoes what was started, the last first. */
type Stop = () => Promise<unknown> | unknown;

const HOUR_MS = 3_600_000;
/** Connections that are still busy after this are cut. */
const GRACE_MS = 10_000;

/** Small records that are over go, now and every hour. */
function sweepHourly({ deps, tries, remember }: Assembled): Stop {
  const sweep = () => {
    const all = Promise.all([sweepOnce(deps), tries.sweep(), remember.sweep()]);
    all.catch((err: unknown) => deps.log.error({ err }, 'sweeping failed'));
  };
  sweep();
  return deps.timers.every(HOUR_MS, sweep);
}

type Http = ReturnType<typeof createAdaptorServer>;

function listen(http: Http, { port, host }: Env): Promise<number> {
  return new Promise((resolve, reject) => {
    http.once('error', reject);
    http.listen(port, host, () => {
      const address = http.address();
      resolve(typeof address === 'object' && address !== null ? address.port : port);
    });
  });
}

function closeHttp(http: Http): Promise<void> {
  return new Promise(resolve => {
    const cut = setTimeout(() => 'closeAllConnections' in http && http.closeAllConnections(), GRACE_MS);
    http.close(() => {
      clearTimeout(cut);
      resolve();
    });
    if ('closeIdleConnections' in http) http.closeIdleConnections();
  });
}

async function serve(env: Env, assembled: Assembled, files: FileParts, stops: Stop[]): Promise<string> {
  const { deps } = assembled;
  const { app } = createApp(deps, { uploads: files.uploads, files: files.files });
  const http = createAdaptorServer({ fetch: app.fetch });
  if (env.run.has('realtime') && http instanceof Server) {
    const live = attachRealtime(http, deps);
    stops.push(() => live.close());
  }
  const port = await listen(http, env);
  stops.push(() => closeHttp(http));
  const name = env.host.includes(':') ? `[${env.host}]` : env.host;
  return `http://${name}:${port}`;
}

/** An empty data folder gets the demo organisation. */
async function seed({ deps }: Assembled): Promise<void> {
  const module = new URL('./seed/seed.ts', import.meta.url);
  if (!existsSync(module)) return;
  const { seedDemo } = await import(module.href);
  await seedDemo(deps);
}

/** Starts what the settings say. The answer stops it. */
export async function start(env: Env): Promise<{ address: string | undefined; stop: () => Promise<void> }> {
  const fresh = !existsSync(join(env.dataDir, 'events.db'));
  const assembled = await assemble(openPorts(env));
  const { deps } = assembled;
  const stops: Stop[] = [() => assembled.close(), await deps.sessions.start(), sweepHourly(assembled)];
  for (const name of env.unused) deps.log.warn(`${name} is set, but this version does not use it yet.`);
  const files = fileParts(deps);
  if (env.run.has('worker')) {
    const worker = startEffects({
      ...deps,
      blobs: files.blobs,
      sweep: files.sweep,
      readModel: createModelReader(),
    });
    stops.push(() => worker.stop());
  }
  if (fresh && env.demo) await seed(assembled);
  const address = env.run.has('api') ? await serve(env, assembled, files, stops) : undefined;
  const stop = async () => {
    for (const undo of stops.reverse()) await undo();
  };
  return { address, stop };
}

function sentence(error: unknown): string | undefined {
  if (error instanceof WrongSetting || error instanceof FolderInUse) return error.message;
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')
    return 'The port is in use by another program: set PORT to another one.';
  return undefined;
}

async function main(): Promise<void> {
  const { address, stop } = await start(parseEnv(process.env, process.argv.slice(2)));
  console.log(address ? `Archline is ready at ${address}` : 'Archline is running.');
  let stopping = false;
  const end = () => {
    if (stopping) process.exit(1);
    stopping = true;
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, end);
}

if (import.meta.main) {
  main().catch((error: unknown) => {
    console.error(sentence(error) ?? error);
    process.exit(1);
  });
}
