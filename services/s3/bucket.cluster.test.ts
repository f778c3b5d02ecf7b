/** The client with a real S3 server, and with a port that never answers. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { listAvailableS3Servers, type RunningS3, startS3 } from '../../infra/servers/s3.ts';
import { type FailingProxy, openFailingProxy } from '../../infra/testing/failing-proxy.ts';
import { createSeededRandom } from '../eventstore/crash/seeded-random.ts';
import { type Bucket, openBucket } from './bucket.ts';
import { type AttemptLimits, attemptLimitsForBytes, defaultAttemptLimits, retryCall } from './retry.ts';

const quick: Partial<AttemptLimits> = { most: 3, tryMs: 200 };

async function bytesOf(source: Readable): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of source) pieces.push(Buffer.from(piece));
  return Buffer.concat(pieces);
}

describe('retries of a call', () => {
  const failed = (status: number | undefined, name = 'Failed') =>
    Object.assign(new Error(name), { name, $metadata: { httpStatusCode: status } });
  /** Number of tries if each one fails alike. */
  const triesOf = async (error: unknown, own: Partial<AttemptLimits> = {}) => {
    let count = 0;
    const waits: number[] = [];
    const wait = async (ms: number) => waits.push(ms);
    const call = async () => {
      count++;
      throw error;
    };
    const end = await retryCall(
      'x',
      { ...defaultAttemptLimits, wait, random: createSeededRandom(3), ...own },
      call,
    ).catch(e => e);
    return { count, waits, end };
  };

  test.each([
    ['no answer', undefined, 'ECONNREFUSED'],
    ['throttled', 429, 'TooMany'],
    ['slow down', 503, 'SlowDown'],
    ['an error of its own', 500, 'InternalError'],
    ['another conditional write at the same time', 409, 'ConditionalRequestConflict'],
    ['a body that arrives too slowly', 400, 'RequestTimeout'],
    ['a clock that was wrong', 403, 'RequestTimeTooSkewed'],
  ])('are made after %s', async (_what, status, name) => {
    const { count, end } = await triesOf(failed(status, name));
    expect([count, end.name]).toEqual([defaultAttemptLimits.most, 'S3UnreachableError']);
  });

  test.each([
    ['an unmet condition', 412, 'PreconditionFailed'],
    ['a missing object', 404, 'NoSuchKey'],
    ['not allowed', 403, 'AccessDenied'],
    ['not understood', 400, 'InvalidArgument'],
  ])('are not made after %s', async (_what, status, name) => {
    const { count, end } = await triesOf(failed(status, name));
    expect([count, end.name]).toEqual([1, name]);
  });

  test('wait longer each time with jitter, and none starts after the deadline', async () => {
    const { waits } = await triesOf(failed(503));
    expect(waits).toHaveLength(defaultAttemptLimits.most - 1);
    expect(new Set(waits).size).toBe(waits.length);
    for (const [n, ms] of waits.entries()) {
      const longest = Math.min(1000, 50 * 2 ** n);
      expect(ms).toBeGreaterThanOrEqual(longest / 2);
      expect(ms).toBeLessThanOrEqual(longest);
    }
    expect((await triesOf(failed(503), { allMs: -1 })).count).toBe(1);
  });
});

test('get seconds for a record, a minute for many bytes: at 2 Mbit/s a part takes half of it', () => {
  const part = 8 * 1024 * 1024;
  expect(attemptLimitsForBytes(100_000)).toEqual({});
  expect(attemptLimitsForBytes(part).tryMs).toBeGreaterThan(1.5 * ((part * 8) / 2_000));
  expect(attemptLimitsForBytes(part).allMs).toBeGreaterThan(
    2 * (attemptLimitsForBytes(part).tryMs ?? Number.POSITIVE_INFINITY),
  );
});

describe('a server that accepts connections and never answers', () => {
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

  test('is given up by every call', async () => {
    const works = [
      () => bucket.get('a'),
      () => bucket.put('a', Buffer.from('b'), 'absent'),
      () => bucket.delete('a'),
      () => bucket.list('')[Symbol.asyncIterator]().next(),
      () => bytesOf(bucket.read('a')),
    ];
    const ends = await Promise.all(works.map(work => work().catch((error: Error) => error.name)));
    expect(ends).toEqual(works.map(() => 'S3UnreachableError'));
    expect(sockets.size).toBe(works.length * 3);
  });
});

describe.each(listAvailableS3Servers())('on an S3 server (%s)', server => {
  let s3: RunningS3;
  let way: FailingProxy;
  let bucket: Bucket;
  beforeAll(async () => {
    s3 = await startS3(server);
    way = await openFailingProxy(s3.endpoint, 0, 5);
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

  test('a conditional put whose answer is lost is recognised as its own; another’s is not', async () => {
    way.failNext(/own/, 'unanswered');
    const etag = await bucket.put('own', mine, 'absent');
    expect(await bucket.head('own')).toEqual({ etag, size: 4 });
    way.failNext(/own/, 'unanswered');
    const next = await bucket.put('own', other, { etag });
    expect((await bucket.head('own'))?.etag).toBe(next);
    way.failNext(/own/, 'unsent');
    await expect(bucket.put('own', mine, { etag })).rejects.toMatchObject({
      name: 'PreconditionFailedError',
    });
    await expect(bucket.put('own', other, 'absent')).rejects.toMatchObject({
      name: 'PreconditionFailedError',
    });
    expect(Buffer.from((await bucket.get('own'))?.bytes ?? [])).toEqual(other);
  });

  test('a put that the store refuses before reading it, closing the connection, is reported as refused', async () => {
    const file = Buffer.alloc(5_000_000, 'x');
    const dir = mkdtempSync(join(tmpdir(), 'archline-bucket-'));
    writeFileSync(join(dir, 'file'), file);
    const etag = await bucket.put('early', mine);
    // Loses the answer to every try of a PUT.
    way.failNext(/^PUT .*early/, 'unanswered', 100);
    await expect(bucket.put('early', file, 'absent')).rejects.toMatchObject({
      name: 'PreconditionFailedError',
    });
    await expect(bucket.put('early', file, { etag: '"0"' })).rejects.toMatchObject({
      name: 'PreconditionFailedError',
    });
    await bucket.upload('early', join(dir, 'file'));
    expect((await bucket.head('early'))?.etag).toBe(etag);
    way.failNext(/^PUT .*late/, 'unanswered', 100);
    await bucket.upload('late', join(dir, 'file'));
    expect((await bucket.head('late'))?.size).toBe(file.length);
    way.failNext(/none/, 'refused', 0);
    rmSync(dir, { recursive: true });
  });

  test('a large file whose last answer is lost is stored, and no error', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'archline-bucket-'));
    writeFileSync(join(dir, 'large'), Buffer.alloc(9 * 1024 * 1024, 'x'));
    way.failNext(/large\?uploadId=[^&]*$/, 'unanswered');
    await bucket.upload('large', join(dir, 'large'));
    expect((await bucket.head('large'))?.size).toBe(9 * 1024 * 1024);
    expect(way.seen.unanswered).toBeGreaterThan(0);
    rmSync(dir, { recursive: true });
  });

  test('a stream resumes where it was cut, and never mixes two objects', async () => {
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

  test('a permanent error is reported at once, and a missing bucket is not an empty one', async () => {
    const before = way.seen.all;
    const stranger = openBucket({ ...s3, endpoint: way.url, secretAccessKey: 'wrong' });
    await expect(stranger.get('a')).rejects.toMatchObject({ name: 'SignatureDoesNotMatch' });
    const nowhere = openBucket({ ...s3, endpoint: way.url, bucket: 'nowhere' });
    await expect(nowhere.get('a')).rejects.toMatchObject({ name: 'NoSuchBucket' });
    expect(way.seen.all - before).toBe(2);
  });
});
