/** Allocates ports for test servers. A port belongs to the process that took it until that process ends. */
import { randomInt } from 'node:crypto';
import { closeSync, mkdirSync, openSync, readdirSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Folder shared by all test runs of this account. Each taken port is a file with the id of its process. */
const taken = join(tmpdir(), `archline-ports-${process.getuid?.() ?? ''}`);
const [FIRST, LAST] = [20_000, 32_000];

const own = new Set<string>();
process.once('exit', () => {
  for (const file of own) rmSync(file, { force: true });
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Frees ports of processes that were killed. */
function sweep(): void {
  for (const name of readdirSync(taken)) {
    const file = join(taken, name);
    try {
      const pid = Number(readFileSync(file, 'utf8'));
      // An empty file: another process is taking this port now.
      if (pid > 0 && !isAlive(pid)) rmSync(file, { force: true });
    } catch {
      // The process of this file has ended meanwhile.
    }
  }
}

/** Claims the port with a lock file. Returns false if another process holds it. */
function take(port: number): boolean {
  const file = join(taken, String(port));
  try {
    const handle = openSync(file, 'wx');
    writeSync(handle, String(process.pid));
    closeSync(handle);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
  own.add(file);
  return true;
}

const canListen = (port: number) =>
  new Promise<boolean>(resolve => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });

let swept = false;

/**
 * Returns a port on which nothing listens and which no other test gets, even while its server is restarted.
 * The range is below the system's ephemeral ports: a client that retries an unreachable server could get the
 * server's port as its own and connect to itself.
 */
export async function freePort(): Promise<number> {
  mkdirSync(taken, { recursive: true });
  if (!swept) sweep();
  swept = true;
  for (;;) {
    const port = randomInt(FIRST, LAST);
    if (take(port) && (await canListen(port))) return port;
  }
}
