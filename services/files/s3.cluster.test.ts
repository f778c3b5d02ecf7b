/** Blobs on a real S3 server: the contract, and faults that only a server has. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ListMultipartUploadsCommand, S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningS3, type S3Connection, startS3 } from '../../infra/servers/s3.ts';
import {
  type FailingProxy,
  openFailingProxy,
  persistentRetryLimits,
} from '../../infra/testing/failing-proxy.ts';
import { systemTimers } from '../clock/clock.ts';
import { openBucket } from '../s3/bucket.ts';
import type { AttemptLimits } from '../s3/retry.ts';
import { type BlobsUnderTest, describeBlobs } from './contract.ts';
import { createS3Blobs } from './s3.ts';

let s3: RunningS3;
let root: string;
let worlds = 0;
/** Uses few retries, because only the stopped server fails. */
const few = { ...persistentRetryLimits, most: 3 };

beforeAll(async () => {
  s3 = await startS3();
  root = mkdtempSync(join(tmpdir(), 'archline-blobs-'));
});
afterAll(async () => {
  await s3?.stop();
  if (root) rmSync(root, { recursive: true });
});

/** Files with their own prefix in the shared bucket. */
async function world(
  place: () => S3Connection,
  own: Partial<AttemptLimits> = persistentRetryLimits,
): Promise<BlobsUnderTest> {
  const prefix = `files${++worlds}/`;
  const buckets: ReturnType<typeof openBucket>[] = [];
  const open = () => {
    const bucket = openBucket(place(), own);
    const dir = join(root, `${worlds}-${buckets.push(bucket)}`);
    return createS3Blobs({ bucket, timers: systemTimers, prefix, copies: { dir } });
  };
  return {
    blobs: open(),
    reopen: async () => open(),
    away: async () => {
      await s3.kill();
      return () => s3.restart();
    },
    dispose: async () => {
      for (const bucket of buckets) bucket.close();
    },
  };
}

/** Number of multipart uploads that were never completed. */
async function unfinished(): Promise<number> {
  const { endpoint, region, bucket: Bucket } = s3;
  const client = new S3Client({ endpoint, region, credentials: s3, forcePathStyle: true });
  const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket }));
  client.destroy();
  return Uploads.length;
}

describe('on an S3 server', () => {
  describeBlobs('s3', () => world(() => s3, few));

  describe('on an S3 server that fails every fifth request', () => {
    let way: FailingProxy;
    beforeAll(async () => {
      way = await openFailingProxy(s3.endpoint, 0.2, 20_261_122);
    });
    afterAll(async () => {
      const { all, ...failed } = way.seen;
      for (const count of Object.values(failed)) expect(count / all).toBeGreaterThan(0.02);
      await way.close();
    });
    describeBlobs('s3', () => world(() => ({ ...s3, endpoint: way.url })));
  });

  test('a large file that cannot be stored leaves no parts behind', async () => {
    const way = await openFailingProxy(s3.endpoint, 0, 1);
    const prefix = `files${++worlds}/`;
    const bucket = openBucket({ ...s3, endpoint: way.url }, { ...persistentRetryLimits, most: 1 });
    const blobs = createS3Blobs({
      bucket,
      timers: systemTimers,
      prefix,
      copies: { dir: join(root, 'parts') },
    });
    const path = join(root, 'large');
    writeFileSync(path, Buffer.alloc(20 * 1024 * 1024));
    const name = { orgId: 'archline', sha256: 'a'.repeat(64) };
    way.failNext(/partNumber=3/, 'refused');
    await expect(blobs.keep(name, path)).rejects.toMatchObject({ refusal: 'fileStoreDown' });
    expect(await unfinished()).toBe(0);
    expect(await blobs.size(name)).toBeUndefined();
    await blobs.keep(name, path);
    expect(await blobs.size(name)).toBe(20 * 1024 * 1024);
    bucket.close();
    await way.close();
  });

  test('a local copy that does not match its hash is never served', async () => {
    const bucket = openBucket(s3);
    const prefix = `files${++worlds}/`;
    const blobs = createS3Blobs({
      bucket,
      timers: systemTimers,
      prefix,
      copies: { dir: join(root, 'wrong') },
    });
    const name = { orgId: 'archline', sha256: 'b'.repeat(64) };
    await bucket.put(`${prefix}archline/${name.sha256}`, Buffer.from('something else'));
    await expect(blobs.local(name)).rejects.toThrow('hash');
    bucket.close();
  });
});
