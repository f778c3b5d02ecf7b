/** Storage of files and uploads: in the data folder, or in a bucket that several nodes share. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock, Ids, RepeatingTimers } from '../clock/clock.ts';
import type { Mutex } from '../concurrency/mutex.ts';
import type { TakeoverMutex } from '../concurrency/takeover-mutex.ts';
import type { Bucket } from '../s3/bucket.ts';
import { createLeasedMutex, createLeasedTakeover } from '../vault/leased-mutex.ts';
import type { Vault } from '../vault/port.ts';
import type { Blobs } from './blobs.ts';
import { createDiskBlobs } from './disk.ts';
import { createS3Blobs } from './s3.ts';
import { createS3UnfinishedUploads } from './s3-unfinished-uploads.ts';
import { createUnfinishedUploads, type UnfinishedUploads } from './unfinished-uploads.ts';

export type FileStorageDeps = {
  dataDir: string;
  /** Bucket of the files. Default: the data folder. */
  bucket?: Bucket;
  vault: Vault;
  clock: Clock;
  ids: Ids;
  timers: RepeatingTimers;
};

/** `takeover` and `mutex` work across nodes; absent in a single process. */
export type FileStorage = {
  blobs: Blobs;
  partials: UnfinishedUploads;
  takeover?: TakeoverMutex;
  mutex?: Mutex;
};

export function openFileStorage({
  dataDir,
  bucket,
  vault,
  clock,
  ids,
  timers,
}: FileStorageDeps): FileStorage {
  if (bucket) {
    const leased = { vault, clock, timers, holder: ids.uuid() };
    const copies = { dir: join(dataDir, 'copies'), clock };
    return {
      blobs: createS3Blobs({ bucket, timers, copies }),
      partials: createS3UnfinishedUploads({ bucket, timers, dir: join(dataDir, 'partials') }),
      takeover: createLeasedTakeover(leased),
      mutex: createLeasedMutex(leased),
    };
  }
  const [files, uploads] = [join(dataDir, 'files'), join(dataDir, 'uploads')];
  for (const folder of [files, uploads]) mkdirSync(folder, { recursive: true });
  return { blobs: createDiskBlobs(files), partials: createUnfinishedUploads(uploads) };
}
