/** Opens and closes HTTP servers, without leaving a client with a reset connection. */
import { Server } from 'node:http';
import type { ServerType } from '@hono/node-server';
import type { Env } from '../settings/env.ts';

/**
 * Maximum number of connections that wait to be accepted. Further clients, for example after a restart, retry seconds
 * later.
 */
const BACKLOG = 4096;
/** Time after which busy connections are cut, in ms. */
const GRACE_MS = 10_000;
const IDLE_MS = 50;

/** Starts to listen. @returns the port, also if the system chose it. @throws Error EADDRINUSE */
export function listenOn(http: ServerType, { port, host }: Pick<Env, 'port' | 'host'>): Promise<number> {
  return new Promise((resolve, reject) => {
    http.once('error', reject);
    http.listen({ port, host, backlog: BACKLOG }, () => {
      const address = http.address();
      resolve(typeof address === 'object' && address !== null ? address.port : port);
    });
  });
}

/** Checks that the port is free before the data folder is filled. @throws Error EADDRINUSE */
export async function checkPortIsFree(env: Env): Promise<void> {
  const probe = new Server();
  await listenOn(probe, env);
  await new Promise(resolve => {
    probe.close(resolve);
    probe.closeAllConnections();
  });
}

/** Closes idle connections at once, and busy ones when they end or after the grace period. */
export function closeHttp(http: ServerType): Promise<void> {
  return new Promise(resolve => {
    const cut = setTimeout(() => 'closeAllConnections' in http && http.closeAllConnections(), GRACE_MS);
    const closeIdle = () => 'closeIdleConnections' in http && http.closeIdleConnections();
    // Trap: a connection that was busy at first becomes idle in keep-alive, and `close` would wait for it.
    const repeated = setInterval(closeIdle, IDLE_MS);
    http.close(() => {
      clearTimeout(cut);
      clearInterval(repeated);
      resolve();
    });
    closeIdle();
  });
}

export const waitMilliseconds = (milliseconds: number) =>
  new Promise<void>(resolve => setTimeout(resolve, milliseconds));
