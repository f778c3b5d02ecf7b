/** Blobs in a bucket: `files/<org>/<sha256>`, written once. Code that needs a path gets a local copy. */
import type { RepeatingTimers } from '../clock/clock.ts';
import type { Bucket } from '../s3/bucket.ts';
import { isNotFound } from '../s3/call-retrier.ts';
import { withStoreErrors } from '../s3/errors.ts';
import { type BlobName, type Blobs, blobPath } from './blobs.ts';
import { withDiskErrors } from './disk.ts';
import { createLocalCopies, type LocalCopiesOptions } from './local-copies.ts';

export type S3BlobsOptions = {
  bucket: Bucket;
  copies: LocalCopiesOptions;
  timers: RepeatingTimers;
  /** Prefix of the objects' keys. */
  prefix?: string;
};

const tidyMs = 600_000;

/** Handles errors of both the store, which is read, and the disk, to which the local copy is written. */
const onBoth = <T>(work: () => Promise<T>) => withDiskErrors(() => withStoreErrors('fileStoreDown', work));

const filesPrefix = 'files/';

/** Access to the bucket without local copies, for copying an installation. */
export function createBucketBlobs(
  bucket: Bucket,
  prefix = filesPrefix,
): Pick<Blobs, 'size' | 'keep' | 'read'> {
  const keyOf = (name: BlobName) => prefix + blobPath(name);
  return {
    size: async name => (await onBoth(() => bucket.head(keyOf(name))))?.size,
    keep: async (name, path) => {
      const key = keyOf(name);
      await onBoth(() => bucket.upload(key, path));
    },
    read: (name, range) => bucket.lend(keyOf(name), range),
  };
}

export function createS3Blobs({ bucket, timers, prefix = filesPrefix, ...options }: S3BlobsOptions): Blobs {
  const copies = createLocalCopies(options.copies);
  timers.every(tidyMs, () => void copies.tidy().catch(() => undefined));
  const keyOf = (name: BlobName) => prefix + blobPath(name);
  return {
    ...createBucketBlobs(bucket, prefix),
    local: name =>
      onBoth(async () => {
        const path = blobPath(name);
        try {
          return await copies.of(path, () => bucket.read(keyOf(name)), name.part ? undefined : name.sha256);
        } catch (error) {
          if (isNotFound(error)) return copies.pathOf(path);
          throw error;
        }
      }),
    drop: name =>
      onBoth(async () => {
        const key = keyOf(name);
        await copies.drop(blobPath(name));
        if (name.part) return bucket.delete(key);
        for await (const object of bucket.list(key)) await bucket.delete(object.key);
      }),
  };
}
