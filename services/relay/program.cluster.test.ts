/** The program as operators run it: the relay alone in a process, beside a real Kafka or without one. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Kafka, kafkaHere, startKafka } from '../../infra/servers/kafka.ts';
import { serverFlags } from '../../infra/setup/server-flags.mjs';
import { type Committed, readCommitted } from './testing/committed.ts';

const program = (name: string) => fileURLToPath(new URL(`../${name}.ts`, import.meta.url));
let kafka: Kafka;
let reader: Committed;
let dir: string;

const here = await kafkaHere();

describe.skipIf(!here)('against a real Kafka', () => {
  beforeAll(async () => {
    kafka = await startKafka();
    reader = await readCommitted(kafka.brokers);
    dir = mkdtempSync(join(tmpdir(), 'archline-relay-'));
  }, 180_000);
  afterAll(async () => {
    await reader?.close();
    await kafka?.stop();
    rmSync(dir, { recursive: true });
  });

  function started(name: string, args: string[], brokers = kafka.brokers) {
    const settings = { DATA_DIR: dir, DEMO: '0', KAFKA_BROKERS: brokers, ADMIN_PASSWORD: 'archline1' };
    const env = { ...process.env, ...settings };
    const child = spawn(process.execPath, [...serverFlags, program(name), ...args], { env });
    let out = '';
    for (const from of [child.stdout, child.stderr]) from.on('data', chunk => (out += chunk));
    const ended = new Promise<number | null>(resolve => child.once('exit', resolve));
    return {
      said: () => out,
      ended,
      stop: () => {
        child.kill('SIGTERM');
        return ended;
      },
    };
  }
  const archline = async (...args: string[]) => {
    const run = started('archline', args);
    return { code: await run.ended, said: run.said() };
  };

  it('sends what an installation holds, and again what an operator asks for', {
    timeout: 90_000,
  }, async () => {
    const made = await archline('create-admin', '--userName', 'admin', '--name', '管理员');
    expect(made).toMatchObject({ code: 0 });
    const first = started('main', ['--run=relay']);
    await reader.reached(2);
    expect(await first.stop()).toBe(0);
    const types = reader.records().map(({ topic, headers }) => [topic, headers.type]);
    expect(types).toEqual([
      ['archline.person', 'OrganisationAdded'],
      ['archline.person', 'PersonAdded'],
    ]);
    expect(await archline('relay-from', '7')).toMatchObject({
      code: 1,
      said: expect.stringContaining('ends at 2'),
    });
    expect(await archline('relay-from', 'all')).toMatchObject({ code: 1 });
    const again = await archline('relay-from', '1');
    expect(again.code).toBe(0);
    const second = started('main', ['--run=relay']);
    await reader.reached(3);
    expect(await second.stop()).toBe(0);
    expect(second.said()).toMatch(/"position":1,.*the relay is at work/);
    const { headers } = reader.records().at(-1) ?? {};
    expect(headers).toMatchObject({ type: 'PersonAdded', position: '2' });
    expect(again.said).toContain(`backfill=${headers?.backfill}`);
  });

  it('goes on without a Kafka, says so once, and ends when it is told to', { timeout: 60_000 }, async () => {
    // A port that is known to refuse: it was just given back.
    const port = await new Promise<number>(resolve => {
      const server = createServer().listen(0, '127.0.0.1', () => {
        const address = server.address();
        server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
      });
    });
    const alone = started('main', ['--run=relay'], `127.0.0.1:${port}`);
    await expect.poll(alone.said, { timeout: 30_000 }).toContain('interrupted and tries again');
    // A second process is refused: the first one has the folder still.
    expect((await archline('relay-from', '0')).said).toContain('in use');
    expect(await alone.stop()).toBe(0);
    expect(alone.said().match(/ECONNREFUSED/g)).toHaveLength(1);
  });
});
