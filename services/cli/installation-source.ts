/** Opens what a backup copies of an installation, next to the servers that write it. */
import { join } from 'node:path';
import type { BackupSource } from '../backup/backup.ts';
import { createDiskBlobs } from '../files/disk.ts';
import { createBucketBlobs } from '../files/s3.ts';
import { openBucket } from '../s3/bucket.ts';
import { type InstallationPlace, openBucketVault, openLogReader } from '../start/installation.ts';
import { checkLogBinding } from '../vault/log-binding.ts';
import { openSqliteVaultReader } from '../vault/sqlite.ts';

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
