/** The servers of a process: the app with its sockets, metrics, and the health of a process without the API. */
import { Server } from 'node:http';
import { createAdaptorServer } from '@hono/node-server';
import type { AppParts } from '../api/all-routes.ts';
import { createApp } from '../api/app.ts';
import { createOperatorServer, type OperatorServerParts } from '../api/operator-server.ts';
import { attachRealtime } from '../realtime/server.ts';
import type { SocketServer } from '../realtime/sockets.ts';
import type { Env } from '../settings/env.ts';
import { isLocalHost } from '../settings/settings-table.ts';
import { closeHttp, listenOn, waitMilliseconds } from './http-server.ts';
import type { StopAtSignal } from './process-signals.ts';
import type { ServerParts } from './server-parts.ts';

/** Opens the pages; tests of the API alone have none. */
export type OpenPages = (deps: ServerParts) => Promise<AppParts['pages']>;

/**
 * Keep-alive time of idle connections, in ms. It is longer than a balancer's. If a connection closed while the
 * balancer reused it, the balancer would assume a broken network.
 */
const KEEP_ALIVE_MS = 65_000;

/** Connects the sockets of several nodes over Redis, if it is configured. */
async function meshOf({ redisUrl: url }: Env, { ids, log }: ServerParts) {
  if (!url) return undefined;
  const nodeId = ids.uuid();
  // Loads the client only where it is used.
  const { openRedisNodeBus: openRedisMesh } = await import('../realtime/redis.ts');
  return (io: SocketServer) => openRedisMesh(io, { url, nodeId, log });
}

export async function serveHttp(
  env: Env,
  deps: ServerParts,
  parts: AppParts,
  stops: StopAtSignal[],
): Promise<string> {
  let leaving = false;
  const measured = env.metricsPort === undefined && isLocalHost(env.host);
  const { app, metrics } = createApp(deps, { ...parts, measured, leaving: () => leaving });
  stops.push(...(await serveMetrics(env, { metrics, log: deps.log })));
  const http = createAdaptorServer({ fetch: app.fetch });
  if ('keepAliveTimeout' in http) http.keepAliveTimeout = KEEP_ALIVE_MS;
  const live =
    env.run.has('realtime') && http instanceof Server
      ? attachRealtime(http, { ...deps, mesh: await meshOf(env, deps) })
      : undefined;
  const port = await listenOn(http, env);
  stops.push(async () => {
    leaving = true;
    // First waits until the balancer sends no more clients here. Then the connected clients are sent away.
    await waitMilliseconds(env.drainMs);
    await live?.leave();
    // Closes sockets first, because HTTP does not close while a connection is open.
    await live?.close();
    await closeHttp(http);
  });
  const name = env.host.includes(':') ? `[${env.host}]` : env.host;
  return `http://${name}:${port}`;
}

/** Serves /metrics on METRICS_PORT if it is set. No balancer forwards to this port. */
async function serveMetrics(
  env: Env,
  operation: Pick<OperatorServerParts, 'metrics' | 'log'>,
): Promise<StopAtSignal[]> {
  if (env.metricsPort === undefined) return [];
  const http = createOperatorServer(operation);
  await listenOn(http, { ...env, port: env.metricsPort });
  return [() => closeHttp(http)];
}

/** Serves health and metrics of a process without the API, if PORT is set. */
export async function serveHealthAndMetrics(
  env: Env,
  { metrics, ...operation }: OperatorServerParts,
): Promise<StopAtSignal[]> {
  const stops = await serveMetrics(env, { metrics, log: operation.log });
  if (!env.portGiven) return stops;
  const http = createOperatorServer(env.metricsPort === undefined ? { ...operation, metrics } : operation);
  await listenOn(http, env);
  return [...stops, () => closeHttp(http)];
}
