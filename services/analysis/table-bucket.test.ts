import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import type { Bucket } from '../s3/bucket.ts';
import type { Segment } from './segments.ts';
import { createBucketTableStore } from './table-bucket.ts';

const bytes = Buffer.from('PAR1 rows of a segment PAR1');
const segment: Segment = {
  ...{ file: 'a.parquet', rows: 1, bytes: bytes.length, from: '1', to: '2', month: '2026-05' },
  sha256: createHash('sha256').update(bytes).digest('hex'),
};

it('copies a segment whole although a check copies it too', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'archline-bucket-'));
  const streams: PassThrough[] = [];
  const bucket: Pick<Bucket, 'list' | 'read'> = {
    list: async function* (prefix) {
      yield { key: `${prefix}${segment.file}`, etag: '', size: segment.bytes, at: 0 };
    },
    read: () => {
      const stream = new PassThrough();
      streams.push(stream);
      return stream;
    },
  };
  try {
    // Cast: nothing else of the bucket is used.
    const files = createBucketTableStore(bucket as Bucket, 'log', dir).organisation('main');
    const first = files.fetch(segment);
    await expect.poll(() => streams.length).toBe(1);
    streams[0]?.write(bytes.subarray(0, 10));
    const checked = files.check([segment]);
    await expect.poll(() => streams.length).toBe(2);
    streams[1]?.write(bytes.subarray(0, 5));
    await new Promise(resolve => setImmediate(resolve));
    streams[0]?.end(bytes.subarray(10));
    expect(await first).toBe(true);
    streams[1]?.end(bytes.subarray(5));
    expect(await checked).toEqual({ damaged: [], replaced: 1 });
  } finally {
    rmSync(dir, { recursive: true });
  }
});
