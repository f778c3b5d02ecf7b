/** The client against a real S3 server, and against what is no server at all. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type RunningS3, s3Servers, startS3 } from '../../infra/servers/s3.ts';
import { type Failing, failing } from '../../infra/testing/failing.ts';
import { seededRandom } from '../eventstore/crash/seeded-random.ts';
import { type Bucket, openBucket } from './bucket.ts';
import { type Attempts, attempted, forBytes, patient } from './retry.ts';

const quick: Partial<Attempts> = { most: 3, tryMs: 200 };

async function bytesOf(source: Readable): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of source) pieces.push(Buffer.from(piece));
  return Buffer.concat(pieces);
}

describe('tries', () => {
  const failed = (status: number | undefined, name = 'Failed') =>
    Object.assign(new Error(name), { name, $metadata: { httpStatusCode: status } });
  /** How many there were, where each failed alike. */
  const triesOf = async (error: unknown, own: Partial<Attempts> = {}) => {
    let count = 0;
    const waits: number[] = [];
    const wait = async (ms: number) => waits.push(ms);
    const call = async () => {
      count++;
      throw error;
    };
    const end = await attempted('x', { ...patient, wait, random: seededRandom(3), ...own }, call).catch(
      e => e,
    );
    return { count, waits, end };
  };

  test.each([
    ['no answer', undefined, 'ECONNREFUSED'],
    ['throttled', 429, 'TooMany'],
    ['slow down', 503, 'SlowDown'],
    ['an error of its own', 500, 'InternalError'],
    ['another conditional write at the same time', 409, 'ConditionalRequestConflict'],
    ['a body that came too slowly', 400, 'RequestTimeout'],
    ['a clock that was wrong', 403, 'RequestTimeTooSkewed'],
  ])('are repeated: %s', async (_what, status, name) => {
    const { count, end } = await triesOf(failed(status, name));
    expect([count, end.name]).toEqual([patient.most, 'S3Unreachable']);
  });

  test.each([
    ['a condition that is not met', 412, 'PreconditionFailed'],
    ['not there', 404, 'NoSuchKey'],
    ['not allowed', 403, 'AccessDenied'],
    ['not understood', 400, 'InvalidArgument'],
  ])('are not repeated: %s', async (_what, status, name) => {
    const { count, end } = await triesOf(failed(status, name));
    expect([count, end.name]).toEqual([1, name]);
  });

  test('wait longer each time, never twice alike, and none begins when the time is up', async () => {
    const { waits } = await triesOf(failed(503));
    expect(waits).toHaveLength(patient.most - 1);
    expect(new Set(waits).size).toBe(waits.length);
    for (const [n, ms] of waits.entries()) {
      const longest = Math.min(1000, 50 * 2 ** n);
      expect(ms).toBeGreaterThanOrEqual(longest / 2);
      expect(ms).toBeLessThanOrEqual(longest);
    }
    expect((await triesOf(failed(503), { allMs: -1 })).count).toBe(1);
  });
});

test('a record is given seconds, many bytes a minute: a line of 2 Mbit/s brings a part in half of it', () => {
  const part = 8 * 1024 * 1024;
  expect(forBytes(100_000)).toEqual({});
  expect(forBytes(part).tryMs).toBeGreaterThan(1.5 * ((part * 8) / 2_000));
  expect(forBytes(part).allMs).toBeGreaterThan(2 * (forBytes(part).tryMs ?? Number.POSITIVE_INFINITY));
});

describe('a server that takes connections and never answers', () => {
  let silent: Server;
  const sockets = new Set<Socket>();
  let bucket: Bucket;
  beforeAll(async () => {
    silent = createServer(socket => void sockets.add(socket));
    await new Promise<void>(resolve => silent.listen(0, '127.0.0.1', resolve));
    const address = silent.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const place = { endpoint: `http://127.0.0.1:${port}`, region: 'us-east-1', bucket: 'archline' };
    bucket = openBucket({ ...place, accessKeyId: 'a', secretAccessKey: 'b' }, quick);
  });
  afterAll(async () => {
    bucket.close();
    for (const socket of sockets) socket.destroy();
    await new Promise(resolve => silent.close(resolve));
  });

  test('is given up, whatever is asked', async () => {
    const works = [
      () => bucket.get('a'),
      () => bucket.put('a', Buffer.from('b'), 'absent'),
      () => bucket.delete('a'),
      () => bucket.list('')[Symbol.asyncIterator]().next(),
      () => bytesOf(bucket.read('a')),
    ];
    const ends = await Promise.all(works.map(work => work().catch((error: Error) => error.name)));
    expect(ends).toEqual(works.map(() => 'S3Unreachable'));
    expect(sockets.size).toBe(works.length * 3);
  });
});

describe.each(s3Servers())('over an S3 server (%s)', server => {
  let s3: RunningS3;
  let way: Failing;
  let bucket: Bucket;
  beforeAll(async () => {
    s3 = await startS3(server);
    way = await failing(s3.endpoint, 0, 5);
  });
  afterAll(async () => {
    await way?.close();
    await s3?.stop();
  });
  beforeEach(() => {
    bucket = openBucket({ ...s3, endpoint: way.url });
  });
  afterEach(() => bucket.close());

  const [mine, other] = [Buffer.from('mine'), Buffer.from('another’s')];

  test('a conditional put whose answer is lost is known for its own; another’s is not', async () => {
    way.failNext(/own/, 'unanswered');
    const etag = await bucket.put('own', mine, 'absent');
    expect(await bucket.head('own')).toEqual({ etag, size: 4 });
    way.failNext(/own/, 'unanswered');
    const next = await bucket.put('own', other, { etag });
    expect((await bucket.head('own'))?.etag).toBe(next);
    way.failNext(/own/, 'unsent');
    await expect(bucket.put('own', mine, { etag })).rejects.toMatchObject({ name: 'NotAsExpected' });
    await expect(bucket.put('own', other, 'absent')).rejects.toMatchObject({ name: 'NotAsExpected' });
    expect(Buffer.from((await bucket.get('own'))?.bytes ?? [])).toEqual(other);
  });

  test('a store that refuses a put before it has read it, and hangs up, is understood', async () => {
    const file = Buffer.alloc(5_000_000, 'x');
    const dir = mkdtempSync(join(tmpdir(), 'archline-bucket-'));
    writeFileSync(join(dir, 'file'), file);
    const etag = await bucket.put('early', mine);
    // Each answer to a PUT is lost, as often as it is tried.
    way.failNext(/^PUT .*early/, 'unanswered', 100);
    await expect(bucket.put('early', file, 'absent')).rejects.toMatchObject({ name: 'NotAsExpected' });
    await expect(bucket.put('early', file, { etag: '"0"' })).rejects.toMatchObject({ name: 'NotAsExpected' });
    await bucket.upload('early', join(dir, 'file'));
    expect((await bucket.head('early'))?.etag).toBe(etag);
    way.failNext(/^PUT .*late/, 'unanswered', 100);
    await bucket.upload('late', join(dir, 'file'));
    expect((await bucket.head('late'))?.size).toBe(file.length);
    way.failNext(/none/, 'refused', 0);
    rmSync(dir, { recursive: true });
  });

  test('a large file whose last answer is lost is there, and no error', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'archline-bucket-'));
    writeFileSync(join(dir, 'large'), Buffer.alloc(9 * 1024 * 1024, 'x'));
    way.failNext(/large\?uploadId=[^&]*$/, 'unanswered');
    await bucket.upload('large', join(dir, 'large'));
    expect((await bucket.head('large'))?.size).toBe(9 * 1024 * 1024);
    expect(way.seen.unanswered).toBeGreaterThan(0);
    rmSync(dir, { recursive: true });
  });

  test('a stream goes on where it was cut, and is never of two objects', async () => {
    const bytes = Buffer.alloc(3_000_000, 'abcdefghijk');
    await bucket.put('long', bytes);
    for (let cut = 0; cut < 3; cut++) {
      way.failNext(/long/, 'half');
      expect((await bytesOf(bucket.read('long'))).equals(bytes)).toBe(true);
    }
    way.failNext(/long/, 'half');
    const stream = bucket.read('long');
    const first = await stream[Symbol.asyncIterator]().next();
    await openBucket(s3).put('long', Buffer.alloc(3_000_000, 'other'));
    expect(first.done).toBe(false);
    await expect(bytesOf(stream)).rejects.toThrow();
  });

  test('what a store refuses for good is told at once, and a bucket that is not there is no empty one', async () => {
    const before = way.seen.all;
    const stranger = openBucket({ ...s3, endpoint: way.url, secretAccessKey: 'wrong' });
    await expect(stranger.get('a')).rejects.toMatchObject({ name: 'SignatureDoesNotMatch' });
    const nowhere = openBucket({ ...s3, endpoint: way.url, bucket: 'nowhere' });
    await expect(nowhere.get('a')).rejects.toMatchObject({ name: 'NoSuchBucket' });
    expect(way.seen.all - before).toBe(2);
  });
});
