/** The program: reads the settings, opens the log and the vault, wires the parts, listens. The only place that wires. */
// Before the pages, which load React.
import './pages/react-production.ts';
import { Server } from 'node:http';
import { createAdaptorServer } from '@hono/node-server';
import { type AppParts, createApp } from './api/app.ts';
import { exportApi } from './api/export.ts';
import { createMetrics } from './api/metrics.ts';
import { sweepOnce } from './api/once.ts';
import { createOperation, type Operation } from './api/operation.ts';
import { escalateOverdue } from './effects/escalate.ts';
import { startMail } from './effects/mail.ts';
import { startEffects } from './effects/worker.ts';
import { eraseAsked } from './erasing/erase.ts';
import { openPages } from './pages/open-pages.ts';
import { attachRealtime } from './realtime/server.ts';
import type { Io } from './realtime/sockets.ts';
import { seedDemo } from './seed/seed.ts';
import { type Env, parseEnv } from './settings/env.ts';
import { asksHelp, help } from './settings/run.ts';
import { isLocal } from './settings/table.ts';
import { keepSnapshots } from './snapshots/schedule.ts';
import { type Assembled, assemble, closePorts, type Ports } from './start/assemble.ts';
import { type FileParts, openFileParts } from './start/file-parts.ts';
import { openPorts } from './start/ports.ts';
import type { ServerParts } from './start/server-parts.ts';
import { operatorSentence } from './start/startup-errors.ts';
import { EXIT_UNREACHABLE, unreachableIn } from './start/unreachable-servers.ts';

/** Undoes what was started. */
type Stop = () => Promise<unknown> | unknown;

/** Opens the pages; tests of the API alone do without. */
export type OpenPages = (deps: ServerParts) => Promise<AppParts['pages']>;
/** Opens what the program stands on; tests bring a clock of their own. */
export type OpenPorts = (env: Env) => Promise<Ports>;

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** A connection that rests is kept for so long. */
const KEEP_ALIVE_MS = 65_000;
/** Connections that are still busy after this are cut. */
const GRACE_MS = 10_000;
const IDLE_MS = 50;

/** Small records that are over go, now and every hour. */
function sweepHourly({ deps, tries, remember }: Assembled): Stop {
  let sweeping = false;
  const sweep = async () => {
    // Over a vault elsewhere it may take longer than until the next one.
    if (sweeping) return;
    sweeping = true;
    try {
      await Promise.all([sweepOnce(deps), tries.sweep(), remember.sweep(), deps.mailCodes.sweep()]);
    } catch (err) {
      deps.log.error({ err }, 'sweeping failed');
    }
    sweeping = false;
  };
  void sweep();
  return deps.timers.every(HOUR_MS, () => void sweep());
}

/** Connections that wait to be accepted: whoever comes beyond them, after a restart say, tries again seconds later. */
const BACKLOG = 4096;

type Http = ReturnType<typeof createAdaptorServer>;

function listen(http: Http, { port, host }: Env): Promise<number> {
  return new Promise((resolve, reject) => {
    http.once('error', reject);
    http.listen({ port, host, backlog: BACKLOG }, () => {
      const address = http.address();
      resolve(typeof address === 'object' && address !== null ? address.port : port);
    });
  });
}

/** Before the folder is filled for a start that then cannot listen. @throws Error EADDRINUSE */
async function needPort(env: Env): Promise<void> {
  const probe = new Server();
  await listen(probe, env);
  await new Promise(resolve => {
    probe.close(resolve);
    probe.closeAllConnections();
  });
}

function closeHttp(http: Http): Promise<void> {
  return new Promise(resolve => {
    const cut = setTimeout(() => 'closeAllConnections' in http && http.closeAllConnections(), GRACE_MS);
    const idle = () => 'closeIdleConnections' in http && http.closeIdleConnections();
    // One that was busy when this began rests in keep-alive afterwards, and would be waited for.
    const again = setInterval(idle, IDLE_MS);
    http.close(() => {
      clearTimeout(cut);
      clearInterval(again);
      resolve();
    });
    idle();
  });
}

/** Several nodes hear each other over Redis, where it is set. */
async function meshOf({ redisUrl: url }: Env, { ids, log }: ServerParts) {
  if (!url) return undefined;
  const nodeId = ids.uuid();
  // Its client is loaded where it is used only.
  const { openRedisMesh } = await import('./realtime/redis.ts');
  return (io: Io) => openRedisMesh(io, { url, nodeId, log });
}

const wait = (milliseconds: number) => new Promise<void>(resolve => setTimeout(resolve, milliseconds));

async function serve(env: Env, deps: ServerParts, parts: AppParts, stops: Stop[]): Promise<string> {
  let leaving = false;
  const measured = env.metricsPort === undefined && isLocal(env.host);
  const { app, metrics } = createApp(deps, { ...parts, measured, leaving: () => leaving });
  stops.push(...(await serveMetrics(env, { metrics, log: deps.log })));
  const http = createAdaptorServer({ fetch: app.fetch });
  // Longer than what stands before it waits: one that is closed as it is used again looks like a broken network.
  if ('keepAliveTimeout' in http) http.keepAliveTimeout = KEEP_ALIVE_MS;
  const live =
    env.run.has('realtime') && http instanceof Server
      ? attachRealtime(http, { ...deps, mesh: await meshOf(env, deps) })
      : undefined;
  const port = await listen(http, env);
  stops.push(async () => {
    leaving = true;
    // A balancer sends nobody here any more before anybody is sent away.
    await wait(env.drainMs);
    await live?.leave();
    // Sockets first: HTTP is not closed while one of its connections is open.
    await live?.close();
    await closeHttp(http);
  });
  const name = env.host.includes(':') ? `[${env.host}]` : env.host;
  return `http://${name}:${port}`;
}

/** Serves /metrics on METRICS_PORT, which no balancer forwards to; without that setting it serves nothing. */
async function serveMetrics(env: Env, operation: Pick<Operation, 'metrics' | 'log'>): Promise<Stop[]> {
  if (env.metricsPort === undefined) return [];
  const http = createOperation(operation);
  await listen(http, { ...env, port: env.metricsPort });
  return [() => closeHttp(http)];
}

/** Serves health and metrics of a process without the API, where PORT is set. */
async function serveOperation(env: Env, { metrics, ...operation }: Operation): Promise<Stop[]> {
  const stops = await serveMetrics(env, { metrics, log: operation.log });
  if (!env.portGiven) return stops;
  const http = createOperation(env.metricsPort === undefined ? { ...operation, metrics } : operation);
  await listen(http, env);
  return [...stops, () => closeHttp(http)];
}

/** What runs over the parts that every process has. */
async function run(env: Env, assembled: Assembled, { inner }: Ports, openedBy: OpenPages, stops: Stop[]) {
  const { deps } = assembled;
  const files: FileParts = openFileParts(deps);
  if (env.demo) {
    if (env.run.has('api')) await needPort(env);
    // Not where the line that it is ready goes, which is the first that programs read.
    await seedDemo({ ...deps, blobs: files.blobs, said: console.error });
  }
  while (!(await deps.models.reached(await deps.store.head(), MINUTE_MS)));
  stops.push(await deps.sessions.start(), sweepHourly(assembled));
  if (env.run.has('worker')) {
    const worker = startEffects({
      ...deps,
      blobs: files.blobs,
      sweep: files.sweep,
      escalate: () => escalateOverdue(deps),
      erase: () => eraseAsked({ ...deps, eraseFiles: files.erase }),
    });
    const post = startMail(deps);
    stops.push(() => Promise.all([worker.stop(), post.stop()]), keepSnapshots(deps));
  }
  // Its client is loaded where there is a Kafka only.
  const relaying = env.run.has('relay') ? await import('./relay/open-relay.ts') : undefined;
  const relay = relaying?.openRelay(env, { ...deps, inner }, deps.measures);
  if (relay) stops.push(relay.stop);
  if (!env.run.has('api')) {
    const wrong = () => relaying?.wrongOf(relay);
    stops.push(...(await serveOperation(env, { wrong, metrics: createMetrics(deps), log: deps.log })));
    return undefined;
  }
  const { uploads, files: stored, blobs, shared } = files;
  return serve(
    env,
    deps,
    { uploads, files: stored, blobs, shared, exports: exportApi(deps), pages: await openedBy(deps) },
    stops,
  );
}

/** A relay alone makes no rows: on a busy log that would take as much as all that a node does. */
async function runRelay(env: Env, ports: Ports, stops: Stop[]): Promise<undefined> {
  const { relayAlone, wrongOf } = await import('./relay/open-relay.ts');
  const { relay, metrics } = relayAlone(env, ports);
  stops.push(() => closePorts(ports), relay.stop);
  const wrong = () => wrongOf(relay);
  stops.push(...(await serveOperation(env, { wrong, metrics, log: ports.log })));
}

/**
 * Starts what the settings say. The answer stops it; `address` is undefined where no API was asked for.
 * @throws Error with a sentence for the operator
 */
export async function start(env: Env, openedBy: OpenPages = openPages, portsOf: OpenPorts = openPorts) {
  const ports = await portsOf(env);
  const stops: Stop[] = [];
  const stop = async () => {
    for (const undo of stops.splice(0).reverse()) await undo();
  };
  const relayOnly = env.run.size === 1 && env.run.has('relay');
  try {
    if (relayOnly) return { address: await runRelay(env, ports, stops), stop };
    const assembled = await assemble(ports);
    stops.push(assembled.close);
    return { address: await run(env, assembled, ports, openedBy, stops), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

const signals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

/** Runs until a signal comes; a second one does not wait. */
export async function main(openedBy?: OpenPages, portsOf?: OpenPorts): Promise<void> {
  if (asksHelp(process.argv.slice(2))) return console.log(help);
  // Trap: the first process of a container is ended by no signal that it does not take, while it catches up say. And a
  // signal that has come is lost with the listener it has not reached yet: there is one from the first moment to the last.
  let end: () => void = () => process.exit(1);
  for (const signal of signals) process.on(signal, () => end());
  const { address, stop } = await start(parseEnv(process.env, process.argv.slice(2)), openedBy, portsOf);
  end = once(stop);
  console.log(address ? `Archline is ready at ${address}` : 'Archline is running.');
  // Nothing else keeps a process that serves nobody: timers and what follows the log do not.
  setInterval(() => undefined, HOUR_MS);
}

/** Stops, and ends the process then; the second time it ends at once. */
function once(stop: Stop): () => void {
  let stopping = false;
  return () => {
    if (stopping) process.exit(1);
    stopping = true;
    Promise.try(stop).then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  };
}

/** Both as `start` takes them. */
export function runMain(openedBy?: OpenPages, portsOf?: OpenPorts): void {
  main(openedBy, portsOf).catch((error: unknown) => {
    // What was not foreseen is shown whole.
    console.error(operatorSentence(error) ?? error);
    process.exit(unreachableIn(error)?.passing ? EXIT_UNREACHABLE : 1);
  });
}

if (import.meta.main) runMain();
