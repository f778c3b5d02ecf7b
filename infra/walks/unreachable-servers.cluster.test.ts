/**
 * Servers that are unreachable while a node starts: the node names them, waits for a limited time, then exits
 * with a code, or continues when they answer.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Server } from 'socket.io';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openRedisNodeBus } from '#services/realtime/redis.ts';
import { startLogServer } from '../servers/log/server.ts';
import { type RunningS3, s3SettingsOf, startS3 } from '../servers/s3.ts';
import { freePort, type ServerProcess, startServer } from '../testing/server.ts';

let dir: string;
let s3: RunningS3;
beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'archline-away-'));
  s3 = await startS3();
});
afterAll(async () => {
  await s3?.stop();
  rmSync(dir, { recursive: true });
});

const s3At = (endpoint: string, more: Record<string, string> = {}) => ({
  ...s3SettingsOf({ ...s3, endpoint }),
  ...more,
});
/** An address that never answers, because no process gets port 1. */
const unreachable = '127.0.0.1:1';
const node = (env: Record<string, string>) => startServer({ pages: false, env: { DEMO: '0', ...env } });
/** Listens on a port until the first connection, and closes it. */
async function asked(port: number): Promise<void> {
  const listener = createServer(socket => socket.destroy());
  await new Promise<void>(resolve => listener.listen(port, '127.0.0.1', resolve));
  await new Promise(resolve => listener.once('connection', resolve));
  await new Promise(resolve => listener.close(resolve));
}
const isReady = async (server: ServerProcess) => (await fetch(`${server.url}/readyz`)).status;
/** Output and exit code of a node that did not start. */
const ended = (env: Record<string, string>): Promise<string> =>
  node(env).then(
    async server => {
      await server.stop();
      return 'it started';
    },
    (error: Error) => error.message,
  );
const times = (text: string, part: string) => text.split(part).length - 1;

// Concurrent, because the tests spend most of their time waiting.
describe.concurrent('a starting node', () => {
  it('names its unreachable log and exits with 69', async ({ expect }) => {
    const said = await ended({ EVENT_STORE: `esdb://${unreachable}?tls=false`, START_WAIT_MS: '100' });
    expect(said).toContain('exited with code 69');
    expect(said).toContain('The servers of EVENT_STORE do not answer');
    expect(said).not.toContain('at file:');
  });

  it('names its unreachable S3 once while it waits, and exits with 69', async ({ expect }) => {
    const said = await ended({ ...s3At(`http://${unreachable}`), START_WAIT_MS: '20000' });
    expect(said).toContain('exited with code 69');
    expect(times(said, 'The server of S3_ENDPOINT does not answer')).toBe(2);
    expect(times(said, 'Retrying for up to 20 s')).toBe(1);
    expect(said).not.toContain('at file:');
  });

  it('continues as soon as its log answers', async ({ expect }) => {
    const port = await freePort();
    const starting = node({ EVENT_STORE: `esdb://127.0.0.1:${port}?tls=false` });
    await asked(port);
    const log = await startLogServer({ file: join(dir, 'log.db'), port });
    const server = await starting;
    expect(await isReady(server)).toBe(200);
    await server.stop();
    await log.stop();
  });

  it('is ready without Redis, and warns that presence is not shared', async ({ expect }) => {
    const url = `redis://${unreachable}`;
    const server = await node({ REDIS_URL: url });
    expect(await isReady(server)).toBe(200);
    await server.stop();
    const said: string[] = [];
    const tell = (_: object, words: string) => void said.push(words);
    const mesh = openRedisNodeBus(new Server(), { url, nodeId: 'n-1', log: { info: tell, warn: tell } });
    await expect.poll(() => said).toEqual(['Redis is unreachable: presence is not shared between nodes']);
    await mesh.close();
  });
});

describe('a starting node with a slow or wrong S3', () => {
  it('continues as soon as S3 answers', async () => {
    await s3.kill();
    const starting = node(s3At(s3.endpoint));
    await asked(s3.port);
    await s3.restart();
    const server = await starting;
    expect(await isReady(server)).toBe(200);
    await server.stop();
  });

  it("reports S3's refusal of an unknown bucket or key without waiting", async () => {
    const wrongs = [
      [{ S3_BUCKET: 'other' }, 'NoSuchBucket'],
      [{ S3_SECRET_ACCESS_KEY: 'geheim' }, 'SignatureDoesNotMatch'],
    ] as const;
    const ends = await Promise.all(wrongs.map(([wrong]) => ended(s3At(s3.endpoint, wrong))));
    for (const [i, [, word]] of wrongs.entries()) {
      const said = ends[i];
      expect(said).toContain('exited with code 1 ');
      expect(said).toContain(`The server of S3_ENDPOINT refuses access (${word})`);
      expect(said).not.toContain('geheim');
      expect(said).not.toContain('Retrying');
    }
  });
});
