/** A server that is started beside others: what answers has to be itself. */
import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { freePort } from '../testing/server.ts';
import { running } from './running.ts';

const listening = (port: number, first = '') => ({
  program: process.execPath,
  args: ['-e', `${first}; require('node:net').createServer().listen(${port}, '127.0.0.1')`],
  port,
});

test('is there once it answers, and gone once it is stopped', async () => {
  const port = await freePort();
  const server = await running(listening(port));
  await server.stop();
  await expect(running({ ...listening(port, 'process.exit(3)'), withinMs: 5000 })).rejects.toThrow(
    'it ended',
  );
});

test.runIf(process.platform === 'linux')(
  "another's answer at its port is not taken for its own",
  async () => {
    const other = createServer();
    const port = await freePort();
    await new Promise<void>(resolve => other.listen(port, '127.0.0.1', resolve));
    try {
      await expect(running(listening(port))).rejects.toThrow('EADDRINUSE');
    } finally {
      other.close();
    }
  },
);
