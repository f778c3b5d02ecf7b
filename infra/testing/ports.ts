/** Ports for servers of tests: each belongs to the process that took it, until that ends. */
import { randomInt } from 'node:crypto';
import { closeSync, mkdirSync, openSync, readdirSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** For all test runs of this account. A file for each port that is taken, with the id of its process. */
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

/** Forgets ports of processes that were killed. */
function sweep(): void {
  for (const name of readdirSync(taken)) {
    const file = join(taken, name);
    try {
      const pid = Number(readFileSync(file, 'utf8'));
      // Empty: another process is taking it at this moment.
      if (pid > 0 && !isAlive(pid)) rmSync(file, { force: true });
    } catch {
      // Its process has ended meanwhile.
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
 * A port on which nothing listens and that no other test gets, also between two servers that use it one after the other.
 * It is below those that a system gives to clients: one of these, trying again and again to reach a server that is away,
 * would some day be given its port and talk to itself.
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
