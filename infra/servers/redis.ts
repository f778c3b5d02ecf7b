/** Debian's Redis without persistence, as its own process. For tests and the stack. */
import { existsSync } from 'node:fs';
import { aptInstall } from '../setup/apt.mjs';
import { freePort } from '../testing/server.ts';
import { type RestartableServer, startRestartable } from './server-process.ts';
import { isServerAvailable } from './server-programs.ts';

export type RunningRedis = RestartableServer & { url: string; port: number };

const program = '/usr/bin/redis-server';

/** @throws Error if Redis cannot be installed */
export async function ensureRedisProgram(): Promise<string> {
  if (existsSync(program)) return program;
  await aptInstall(['redis-server']).catch(() => {
    throw new Error('redis-server is missing: apt-get install redis-server');
  });
  return program;
}

/** @param port default: any free port */
export async function startRedis(port?: number): Promise<RunningRedis> {
  const at = port ?? (await freePort());
  const server = await startRestartable({
    program: await ensureRedisProgram(),
    args: ['--port', String(at), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'],
    port: at,
  });
  return Object.assign(server, { url: `redis://127.0.0.1:${at}`, port: at });
}

export const isRedisAvailable = () => isServerAvailable('Redis', ensureRedisProgram);
