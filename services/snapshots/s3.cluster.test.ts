/** Snapshots in a bucket of a real S3 server: the contract, and a node that starts from one. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openReadModels } from '#projections/readmodels.ts';
import { createWalk } from '#projections/testing/walk.ts';
import { type RunningS3, startS3 } from '../../infra/servers/s3.ts';
import { systemClock, systemIds } from '../clock/clock.ts';
import { createMemoryStore } from '../eventstore/memory.ts';
import type { EventStore } from '../eventstore/port.ts';
import { type Bucket, openBucket } from '../s3/bucket.ts';
import { describeSnapshots } from './contract.ts';
import { openS3Snapshots } from './s3.ts';
import { createSnapshots } from './snapshots.ts';

let s3: RunningS3;
beforeAll(async () => {
  s3 = await startS3();
});
afterAll(() => s3?.stop());

const over = (bucket: Bucket, prefix: string) =>
  openS3Snapshots({ bucket, prefix, clock: systemClock, ids: systemIds });

async function keysIn(bucket: Bucket, prefix: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of bucket.list(prefix)) keys.push(key);
  return keys;
}

describe('in a bucket', () => {
  let places = 0;
  describeSnapshots('S3', async () => {
    const prefix = `rows${++places}/`;
    const buckets: Bucket[] = [];
    const again = () => {
      const bucket = openBucket(s3);
      buckets.push(bucket);
      return over(bucket, prefix);
    };
    const dispose = async () => {
      for (const bucket of buckets) bucket.close();
    };
    return { store: again(), again, dispose };
  });

  test('a node without rows starts from another’s snapshot; only the newest stays, and it is encrypted', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'archline-rows-'));
    const log = createMemoryStore();
    const walk = createWalk({ seed: 5, log });
    await walk.setUp();
    for (let i = 0; i < 100; i++) await walk.step();
    const bucket = openBucket(s3);
    const warned: unknown[] = [];
    const snapshots = createSnapshots({
      store: over(bucket, 'node/'),
      key: Buffer.alloc(32, 7),
      dir,
      clock: systemClock,
      ids: systemIds,
      log: { info: () => undefined, warn: (...given: unknown[]) => void warned.push(given) },
    });
    const first = await openReadModels({ store: log, dir: mkdtempSync(join(dir, 'a-')), clock: systemClock });
    for (let i = 0; i < 3; i++) {
      await snapshots.make(first);
      await walk.step();
    }
    const [kept = '', ...more] = await keysIn(bucket, 'node/');
    expect(more).toEqual([]);
    const { bytes } = (await bucket.get(kept)) ?? { bytes: new Uint8Array() };
    expect(bytes.length).toBeGreaterThan(10_000);
    expect(Buffer.from(bytes).includes('SQLite format')).toBe(false);

    const reads: bigint[] = [];
    const heard: EventStore = {
      ...log,
      readBatches: how => {
        reads.push(how?.after ?? 0n);
        return log.readBatches(how);
      },
    };
    const rows = mkdtempSync(join(dir, 'b-'));
    const second = await openReadModels({ store: heard, dir: rows, clock: systemClock, snapshots });
    expect([second.position(), warned]).toEqual([await log.head(), []]);
    expect(reads[0] ?? (await log.head())).toBeGreaterThan(0n);
    await first.close();
    await second.close();
    bucket.close();
    rmSync(dir, { recursive: true });
  });
});
