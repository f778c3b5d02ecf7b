/**
 * Snapshots in a bucket: `rows/<name>/<time>-<id>`, each written once. The newest counts; storing one deletes
 * the older ones.
 */
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { Clock, Ids } from '../clock/clock.ts';
import { withDiskErrors } from '../files/disk.ts';
import type { Bucket, ListedObject } from '../s3/bucket.ts';
import { isNotFound } from '../s3/call-retrier.ts';
import { withStoreErrors } from '../s3/errors.ts';
import type { SnapshotStore } from './port.ts';

export type S3SnapshotsOptions = {
  bucket: Bucket;
  clock: Clock;
  ids: Ids;
  /** Prefix of the snapshots' object keys. */
  prefix?: string;
};

const safe = /^[0-9a-f]{64}$/;
/** Digits of milliseconds, padded so that names sort like numbers. */
const digits = 15;
/** Attempts at a fetch, because a newer snapshot may replace the one being fetched. */
const triesMost = 3;

const onBoth = <T>(work: () => Promise<T>) => withDiskErrors(() => withStoreErrors('fileStoreDown', work));

/** Opens snapshot storage in a bucket. All methods may throw Refusal fileStoreDown. */
export function openS3Snapshots({ bucket, clock, ids, prefix = 'rows/' }: S3SnapshotsOptions): SnapshotStore {
  const folderOf = (name: string) => {
    if (!safe.test(name)) throw new Error('invalid snapshot name');
    return `${prefix}${name}/`;
  };
  const all = async (begin: string) => {
    const found: ListedObject[] = [];
    for await (const object of bucket.list(begin)) found.push(object);
    return found;
  };
  const fetched = async (key: string, into: string): Promise<boolean> => {
    try {
      await pipeline(bucket.read(key), createWriteStream(into));
      return true;
    } catch (error) {
      if (isNotFound(error)) return false;
      throw error;
    }
  };
  return {
    keep: (name, file) =>
      onBoth(async () => {
        const key = `${folderOf(name)}${String(clock.now()).padStart(digits, '0')}-${ids.uuid()}`;
        await bucket.upload(key, file);
        for (const object of await all(folderOf(name))) if (object.key < key) await bucket.delete(object.key);
      }),
    fetch: (name, into) =>
      onBoth(async () => {
        for (let tries = 1; tries <= triesMost; tries++) {
          const newest = (await all(folderOf(name))).at(-1);
          if (!newest) return false;
          if (await fetched(newest.key, into)) return true;
        }
        return false;
      }),
    drop: before =>
      onBoth(async () => {
        for (const { key, at } of await all(prefix)) if (at < before) await bucket.delete(key);
      }),
  };
}
