/** Opens an installation's parts for reading, next to the servers that write them. */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { BackupSource } from '../backup/backup.ts';
import { systemClock } from '../clock/clock.ts';
import { openEsdbStore } from '../eventstore/esdb/store.ts';
import { rethrowError } from '../eventstore/group-commit.ts';
import type { RawEventReader } from '../eventstore/port.ts';
import { eventsFilePath } from '../eventstore/schema.ts';
import { openSqliteReader } from '../eventstore/sqlite.ts';
import { createDiskBlobs } from '../files/disk.ts';
import { createBucketBlobs } from '../files/s3.ts';
import { openBucket } from '../s3/bucket.ts';
import type { S3Settings } from '../s3/call-retrier.ts';
import type { Env } from '../settings/env.ts';
import { checkLogBinding } from '../vault/log-binding.ts';
import { openS3Vault } from '../vault/s3.ts';
import { openSqliteVaultReader } from '../vault/sqlite.ts';

/** Settings that locate an installation. */
export type InstallationPlace = Pick<Env, 'dataDir' | 'eventStore' | 's3'>;

/**
 * Checks that the installation exists, so that a mistyped DATA_DIR is reported and not created. @throws Error
 * with a sentence for the operator
 */
export function checkInstallationExists({ dataDir, eventStore, s3 }: InstallationPlace): void {
  const embedded = eventStore.driver === 'sqlite';
  for (const file of [
    ...(s3 ? [] : [join(dataDir, 'vault.db')]),
    ...(embedded ? [eventsFilePath(dataDir)] : []),
  ])
    if (!existsSync(file))
      throw new Error(`${file} does not exist. Set DATA_DIR to the folder of an installation.`);
}

/** @throws Error with a sentence for the operator, if there is no installation; Refusal logDown */
export async function openLogReader(place: InstallationPlace): Promise<RawEventReader> {
  checkInstallationExists(place);
  const { dataDir, eventStore } = place;
  if (eventStore.driver !== 'sqlite') return openEsdbStore({ connectionString: eventStore.url });
  return openSqliteReader({ dir: dataDir, onFatal: rethrowError });
}

export const openBucketVault = (s3: S3Settings) =>
  openS3Vault({ bucket: openBucket(s3), clock: systemClock });

/**
 * @throws Error with a sentence for the operator, if vault and log belong to two installations; Refusal
 * logDown, busy
 */
export async function openInstallationSource(
  place: InstallationPlace,
): Promise<BackupSource & { close(): Promise<void> }> {
  const { dataDir, s3 } = place;
  const log = await openLogReader(place);
  if (!s3) {
    const openVault = () => openSqliteVaultReader({ dir: dataDir });
    return { log, openVault, blobs: createDiskBlobs(join(dataDir, 'files')), close: log.close };
  }
  const bucket = openBucket(s3);
  const close = async () => {
    bucket.close();
    await log.close();
  };
  const vault = openBucketVault(s3);
  try {
    await checkLogBinding(vault, log);
  } catch (error) {
    await close();
    throw error;
  } finally {
    await vault.close();
  }
  return { log, openVault: () => openBucketVault(s3), blobs: createBucketBlobs(bucket), close };
}
