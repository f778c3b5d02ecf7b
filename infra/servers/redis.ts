/** A Redis for tests and the stack: Debian's, in a process of its own, that keeps nothing. */
import { existsSync } from 'node:fs';
import { freePort } from '../testing/server.ts';
import { isHere, ran } from './installed.ts';
import { type Renewable, renewable } from './running.ts';

export type Redis = Renewable & { url: string; port: number };

const program = '/usr/bin/redis-server';

/** @throws Error why it cannot be had here */
export async function redisProgram(): Promise<string> {
  if (existsSync(program)) return program;
  const [apt, before] = process.getuid?.() === 0 ? ['apt-get', []] : ['sudo', ['-n', 'apt-get']];
  await ran(apt, [...before, 'update', '-qq']);
  // What a package starts by itself would hold the port that a clinic's own may need.
  await ran(apt, [...before, 'install', '-y', '-qq', '--no-install-recommends', 'redis-server'], {
    env: { DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' },
  });
  return program;
}

/** @param port default any free one */
export async function startRedis(port?: number): Promise<Redis> {
  const at = port ?? (await freePort());
  const server = await renewable({
    program: await redisProgram(),
    args: ['--port', String(at), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'],
    port: at,
  });
  return Object.assign(server, { url: `redis://127.0.0.1:${at}`, port: at });
}

export const redisHere = () => isHere('Redis', redisProgram);
