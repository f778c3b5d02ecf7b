/**
 * Contract of the program as operators run it: the relay alone in a process, with a real Kafka or without.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { RunningKafka } from '../../../infra/servers/kafka.ts';
import { serverFlags } from '../../../infra/setup/server-flags.mjs';
import { freePort } from '../../../infra/testing/server.ts';
import { openSqliteReader } from '../../eventstore/sqlite.ts';
import { type CommittedReader, openCommittedReader } from '../testing/committed-reader.ts';

const program = (name: string) => fileURLToPath(new URL(`../../${name}.ts`, import.meta.url));

/** @param broker returns the running broker; call it inside a test */
export function describeProgram(broker: () => RunningKafka): void {
  let reader: CommittedReader | undefined;
  let dir: string;
  beforeAll(() => {
    dir = mkdtempSync(join(tmpdir(), 'archline-relay-'));
  });
  afterAll(async () => {
    await reader?.close();
    rmSync(dir, { recursive: true });
  });

  function started(name: string, args: string[], brokers = broker().brokers, more: object = {}) {
    const settings = { DATA_DIR: dir, DEMO: '0', KAFKA_BROKERS: brokers, ADMIN_PASSWORD: 'rain4umbrella' };
    const env = { ...process.env, ...settings, ...more };
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

  it('the program sends an installation’s events, and repeats them at an operator’s request', async () => {
    const made = await archline('create-admin', '--userName', 'admin', '--name', '管理员');
    expect(made).toMatchObject({ code: 0 });
    const log = openSqliteReader({ dir });
    await log.close();
    const sent = await openCommittedReader(broker().brokers, id => id === log.id);
    reader = sent;
    rmSync(join(dir, 'rows'), { recursive: true });
    const first = started('main', ['--run=relay']);
    await sent.reached(2);
    expect(await first.stop()).toBe(0);
    // A process with the relay alone creates no read models.
    expect(readdirSync(join(dir, 'rows'))).toEqual([]);
    const types = sent.records().map(({ topic, headers }) => [topic, headers.type]);
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
    await sent.reached(3);
    expect(await second.stop()).toBe(0);
    expect(second.said()).toMatch(/"position":1,.*the relay is active/);
    const { headers } = sent.records().at(-1) ?? {};
    expect(headers).toMatchObject({ type: 'PersonAdded', position: '2' });
    expect(again.said).toContain(`backfill=${headers?.backfill}`);
  });

  it('the program runs without a Kafka, logs that once, and stops on request', async () => {
    const own = await freePort();
    // Port 1 is never assigned, so no broker listens there.
    const alone = started('main', ['--run=relay'], '127.0.0.1:1', { PORT: String(own) });
    await expect.poll(alone.said).toContain('interrupted and will retry');
    const told = async (path: string) => {
      const answer = await fetch(`http://127.0.0.1:${own}${path}`);
      return [answer.status, await answer.text()] as const;
    };
    expect(await told('/healthz')).toEqual([200, '{"alive":true}']);
    expect(await told('/readyz')).toEqual([503, '{"ready":false,"why":"the relay is interrupted"}']);
    const [status, measured] = await told('/metrics');
    expect([status, measured]).toEqual([
      200,
      expect.stringContaining('archline_relay_state{state="interrupted"} 1'),
    ]);
    expect(measured).toMatch(/archline_relay_errors_total\{kind="(kafka|system)"\} [1-9]/);
    expect((await told('/api/cases'))[0]).toBe(404);
    // A second process is refused, because the first one has locked the folder.
    expect((await archline('relay-from', '0')).said).toContain('in use');
    expect(await alone.stop()).toBe(0);
    expect(alone.said().match(/ECONNREFUSED/g)).toHaveLength(1);
  });
}
