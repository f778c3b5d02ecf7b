/** Tests of the start of server processes. */
import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { freePort } from '../testing/server.ts';
import { startServerProcess } from './server-process.ts';

const listening = (port: number, first = '') => ({
  program: process.execPath,
  args: ['-e', `${first}; require('node:net').createServer().listen(${port}, '127.0.0.1')`],
  port,
});

function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

test('the start of a server resolves when it accepts connections, and rejects if the process exits first', async () => {
  const port = await freePort();
  const server = await startServerProcess(listening(port));
  await server.stop();
  await expect(startServerProcess({ ...listening(port, 'process.exit(3)'), withinMs: 5000 })).rejects.toThrow(
    'exited early',
  );
});

test('a server ends with its parent process, also after SIGTERM', async () => {
  const port = await freePort();
  const module = new URL('./server-process.ts', import.meta.url).href;
  const starting = `
    const { startServerProcess } = await import(${JSON.stringify(module)});
    const server = await startServerProcess(${JSON.stringify(listening(port))});
    console.log(server.pid);
    setInterval(() => {}, 1000);`;
  const parent = spawn(process.execPath, ['--input-type=module', '-e', starting]);
  const pid = await new Promise<number>(resolve => parent.stdout.once('data', said => resolve(Number(said))));
  parent.kill('SIGTERM');
  await new Promise(resolve => parent.once('exit', resolve));
  await expect.poll(() => isThere(pid)).toBe(false);
});

test.runIf(process.platform === 'linux')(
  'the start of a server does not mistake another server on the same port for its own',
  async () => {
    const other = createServer();
    const port = await freePort();
    await new Promise<void>(resolve => other.listen(port, '127.0.0.1', resolve));
    try {
      await expect(startServerProcess(listening(port))).rejects.toThrow('EADDRINUSE');
    } finally {
      other.close();
    }
  },
);
