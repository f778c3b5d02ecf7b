/** Opens an installation's log and vault in another process than the servers that write them. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { TablesDeps } from '../analysis/follower.ts';
import { systemClock } from '../clock/clock.ts';
import { rethrowError } from '../eventstore/group-commit.ts';
import type { RawEventReader } from '../eventstore/port.ts';
import { eventsFilePath } from '../eventstore/schema.ts';
import { openSqliteReader } from '../eventstore/sqlite.ts';
import { openBucket } from '../s3/bucket.ts';
import type { S3Settings } from '../s3/call-retrier.ts';
import type { Env } from '../settings/env.ts';
import { createSubjectKeyring, type Keyring } from '../vault/keyring.ts';
import type { Vault } from '../vault/port.ts';
import { openS3Vault } from '../vault/s3.ts';
import { loadSecret, secretPath } from '../vault/secret.ts';
import { openSqliteVault } from '../vault/sqlite.ts';

/** Settings that locate an installation. */
export type InstallationPlace = Pick<Env, 'dataDir' | 'eventStore' | 's3'>;

/** Settings that locate an installation and its secret. */
export type SecretInstallationPlace = InstallationPlace & Pick<Env, 'secretFile'>;

/** Settings of the process that builds a backlog of the analysts' tables. Its log, vault and tables are in the data folder. */
export type BacklogBuildSettings = Pick<Env, 'dataDir' | 'secretFile' | 'logLevel'> &
  Pick<TablesDeps, 'commitEvents'>;

/**
 * Returns undefined where the server itself builds a backlog: with any other log, because a read of EventStoreDB up to a position
 * gives up where a subscription waits; with tables in a bucket, because only the server knows which copies its machine has.
 */
export const backlogPlaceOf = ({
  dataDir,
  eventStore,
  s3,
  secretFile,
  logLevel,
}: BacklogBuildSettings & InstallationPlace): BacklogBuildSettings | undefined =>
  eventStore.driver === 'sqlite' && !s3 ? { dataDir, secretFile, logLevel } : undefined;

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
  if (eventStore.driver === 'sqlite') return openSqliteReader({ dir: dataDir, onFatal: rethrowError });
  // Loads the client only where it is used.
  const { openEsdbStore } = await import('../eventstore/esdb/store.ts');
  return openEsdbStore({ connectionString: eventStore.url });
}

export const openBucketVault = (s3: S3Settings) =>
  openS3Vault({ bucket: openBucket(s3), clock: systemClock });

export type OpenInstallation = {
  /** The log as it is stored, with personal parts sealed. */
  inner: RawEventReader;
  vault: Vault;
  secret: Buffer;
  keyring: Keyring;
};

/**
 * Runs work with an installation's log and keys, and closes them afterwards.
 * @throws Error with a sentence for the operator; the work's error
 */
export async function withInstallation<T>(
  place: SecretInstallationPlace,
  work: (opened: OpenInstallation) => Promise<T>,
): Promise<T> {
  const { dataDir, secretFile, s3 } = place;
  const inner = await openLogReader(place);
  try {
    const secretAt = { dir: dataDir, file: secretFile };
    if (!existsSync(secretPath(secretAt)))
      throw new Error(
        `${secretPath(secretAt)} does not exist. Without the secret no personal data can be decrypted.`,
      );
    const vault = s3 ? openBucketVault(s3) : openSqliteVault({ dir: dataDir, onFatal: rethrowError });
    try {
      const secret = loadSecret(secretAt);
      const keyring = createSubjectKeyring(vault, secret);
      await keyring.check();
      return await work({ inner, vault, secret, keyring });
    } finally {
      await vault.close();
    }
  } finally {
    await inner.close();
  }
}
