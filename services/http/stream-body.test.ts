import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { getRequestListener, type HttpBindings } from '@hono/node-server';
import { describe, expect, it, vi } from 'vitest';
import type { RepeatingTimers } from '../clock/clock.ts';
import { createLog } from '../logging/log.ts';
import { streamResponseBody } from './stream-body.ts';

/** Timers whose time passes when the test calls `tick`. */
function createTestTimers(): RepeatingTimers & { tick(): void; running: Set<() => void> } {
  const running = new Set<() => void>();
  return {
    running,
    every: (_ms, run) => {
      running.add(run);
      return () => running.delete(run);
    },
    tick: () => {
      for (const run of running) run();
    },
  };
}

const c: Parameters<typeof streamResponseBody>[0] = { env: {}, get: () => 'r1' as never };
const depsOf = (timers: RepeatingTimers, lines: string[] = []) => ({
  timers,
  log: createLog('info', { write: line => void lines.push(line) }),
});

const pieceOf = (size: number) => Buffer.alloc(size, 'x');
/** A source that never ends. */
const endless = () =>
  new Readable({
    read() {
      this.push(pieceOf(65_536));
    },
  });

describe('a body', () => {
  it('has all bytes, and leaves no timer', async () => {
    const timers = createTestTimers();
    const pieces = [pieceOf(3), pieceOf(4)];
    const read = await new Response(streamResponseBody(c, Readable.from(pieces), depsOf(timers))).text();
    expect([read, timers.running.size]).toEqual(['x'.repeat(7), 0]);
  });

  it('ends with a client that takes nothing in time, and closes its source', async () => {
    const timers = createTestTimers();
    const source = endless();
    const reader = streamResponseBody(c, source, depsOf(timers)).getReader();
    await reader.read();
    timers.tick();
    await reader.read();
    timers.tick();
    expect(source.destroyed).toBe(false);
    timers.tick();
    expect([source.destroyed, timers.running.size]).toEqual([true, 0]);
    await expect(reader.read()).rejects.toThrow('took no bytes');
  });

  it('waits for a slow source', async () => {
    const timers = createTestTimers();
    const source = new Readable({ read: () => undefined });
    const reading = streamResponseBody(c, source, depsOf(timers)).getReader().read();
    await setImmediate();
    for (let n = 0; n < 3; n++) timers.tick();
    source.push('late');
    const { value } = await reading;
    expect(String(value && Buffer.from(value))).toBe('late');
  });

  it('ends with a client that leaves, and with a source that fails', async () => {
    const timers = createTestTimers();
    const left = endless();
    const errors: unknown[] = [];
    left.on('error', error => errors.push(error));
    await streamResponseBody(c, left, depsOf(timers)).cancel();
    const broken = Readable.from(
      (async function* () {
        yield pieceOf(1);
        throw new Error('the disk is gone');
      })(),
    );
    await expect(new Response(streamResponseBody(c, broken, depsOf(timers))).text()).rejects.toThrow(
      'the disk is gone',
    );
    expect([left.destroyed, errors, timers.running.size]).toEqual([true, [], 0]);
  });

  it('closes the connection of a client that stopped reading, with a notice and no error', async () => {
    const timers = createTestTimers();
    const source = endless();
    const errors: unknown[] = [];
    source.on('error', error => errors.push(error));
    const printed = vi.spyOn(console, 'error');
    const lines: string[] = [];
    const server = createServer(
      getRequestListener((_, env) => {
        // Cast: this server speaks HTTP/1.
        const own = { ...c, env: env as HttpBindings };
        return new Response(streamResponseBody(own, source, depsOf(timers, lines)));
      }),
    );
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
    const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
    const closed = new Promise(resolve => client.once('close', resolve));
    client.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    await new Promise(resolve => client.once('data', resolve));
    client.pause();
    // Time counts only while the network accepts nothing.
    await expect
      .poll(() => {
        timers.tick();
        return source.destroyed;
      })
      .toBe(true);
    client.resume();
    await closed;
    server.close();
    const notice = { requestId: 'r1', msg: 'a client that took no bytes in time was given up' };
    expect(lines.map(line => JSON.parse(line))).toEqual([expect.objectContaining(notice)]);
    expect([errors, printed.mock.calls]).toEqual([[], []]);
    printed.mockRestore();
  });
});
