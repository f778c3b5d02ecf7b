/**
 * Target of a restore: a data folder, servers named in the settings, or both. Files in the folder get their names only
 * when everything is restored. Until then, data on servers has a mark, so that no node starts on it.
 */
import { existsSync } from 'node:fs';
import { constants, copyFile, mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { systemClock } from '../clock/clock.ts';
import { openEsdbStore } from '../eventstore/esdb/store.ts';
import type { RawEventStore } from '../eventstore/port.ts';
import { openSqliteStore } from '../eventstore/sqlite.ts';
import type { Blobs } from '../files/blobs.ts';
import { createDiskBlobs, syncPath } from '../files/disk.ts';
import { createBucketBlobs } from '../files/s3.ts';
import { type Bucket, openBucket } from '../s3/bucket.ts';
import type { Env } from '../settings/env.ts';
import { restoreInProgressKey } from '../vault/log-binding.ts';
import type { Vault } from '../vault/port.ts';
import { openS3Vault } from '../vault/s3.ts';
import { openSqliteVault } from '../vault/sqlite.ts';
import type { RestoreTarget } from './fill-target.ts';

/** Settings of the servers that hold parts of the installation instead of the data folder. */
export type InstallationServers = Pick<Env, 'eventStore' | 's3'>;

/** An installation with everything in the data folder. */
export const noExternalServers: InstallationServers = {
  eventStore: { driver: 'sqlite' },
  s3: undefined,
};

/** Returns true if a part is stored in the data folder. */
export const usesDataFolder = ({ eventStore, s3 }: InstallationServers): boolean =>
  eventStore.driver === 'sqlite' || !s3;

/** A restore target that `openRestoreTarget` opened for writing. */
export type OpenedRestoreTarget = RestoreTarget & {
  /** Stores the bytes of a file, which is kept. */
  keep: Blobs['keep'];
  /** Closes the target and gives everything its names. */
  finish(): Promise<void>;
  /**
   * Deletes what was written to the folder. Data on servers stays, with its mark, so that restoring the same backup
   * can resume.
   */
  abandon(): Promise<void>;
};

type Log = { store: RawEventStore; appends: number };
type Kept = {
  vault: Vault;
  puts: number;
  keep: Blobs['keep'];
  /** Removes the mark, so that nodes may start on the target. */
  unmark(): Promise<void>;
};

/** SQLite keeps the order of many concurrent appends. A server must answer one append before the next is sent. */
const [manyAppends, manyPuts, putsOverWire] = [1024, 1024, 64];

/** @param goesOn true if the vault has the mark of an earlier run */
async function openLog({ eventStore }: InstallationServers, dir: string, goesOn: boolean): Promise<Log> {
  // If a file fails, its writers are refused and the whole file is deleted, so the process need not end.
  if (eventStore.driver === 'sqlite')
    return { store: openSqliteStore({ dir, onFatal: () => undefined }), appends: manyAppends };
  const store = await openEsdbStore({ connectionString: eventStore.url });
  if (goesOn || (await store.head()) === 0n) return { store, appends: 1 };
  await store.close();
  throw new Error('The log of EVENT_STORE is not empty. Restore into an empty log.');
}

function openFolder(dir: string): Kept {
  const vault = openSqliteVault({ dir, onFatal: () => undefined });
  const blobs = createDiskBlobs(join(dir, 'files'));
  const draft = join(dir, 'incoming');
  return {
    vault,
    puts: manyPuts,
    unmark: async () => undefined,
    // Copies instead of linking, because an installation shares no bytes with its backup.
    keep: async (name, path) => {
      await mkdir(join(dir, 'files'), { recursive: true });
      await copyFile(path, draft, constants.COPYFILE_FICLONE);
      await blobs.keep(name, draft);
      await rm(draft);
    },
  };
}

/**
 * @throws Error with a sentence for the operator, if the bucket has content that is not from an earlier run
 * of the same backup
 */
async function needEmptyBucket(bucket: Bucket, vault: Vault, backup: string): Promise<boolean> {
  const mark = await vault.get(restoreInProgressKey);
  if (mark?.value === backup) return true;
  for await (const { key } of bucket.list(''))
    throw new Error(
      `The bucket of S3_BUCKET is not empty (it contains ${key.split('/')[0]}). Restore into an empty bucket.`,
    );
  return false;
}

async function openShared(s3: NonNullable<Env['s3']>, backup: string): Promise<Kept & { goesOn: boolean }> {
  const bucket = openBucket(s3);
  const vault = openS3Vault({ bucket, clock: systemClock });
  try {
    const goesOn = await needEmptyBucket(bucket, vault, backup);
    if (!goesOn) await vault.put(restoreInProgressKey, backup, 'absent');
    const unmark = async () => void (await vault.delete(restoreInProgressKey));
    return { vault, puts: putsOverWire, keep: createBucketBlobs(bucket).keep, unmark, goesOn };
  } catch (error) {
    await vault.close();
    throw error;
  }
}

/** Names the log last, because a folder without one is not an installation. */
async function nameAll(from: string, into: string): Promise<void> {
  // Files that SQLite did not merge on closing are beside its database, and would be left behind.
  for (const name of await readdir(from))
    if (name.endsWith('-wal')) throw new Error(`${name} was not closed.`);
  for (const name of ['files', 'vault.db', 'events.db'])
    if (existsSync(join(from, name))) await rename(join(from, name), join(into, name));
  await syncPath(into);
  await rm(from, { recursive: true });
}

/**
 * Opens an empty target.
 * @param into the data folder
 * @param backup unique name of the backup
 * @throws Error with a sentence for the operator, if servers already have content; Refusal if they do not
 * answer
 */
export async function openRestoreTarget(
  servers: InstallationServers,
  into: string,
  backup: string,
): Promise<OpenedRestoreTarget> {
  const draft = join(into, 'restoring');
  const inFolder = usesDataFolder(servers);
  if (inFolder) await mkdir(draft, { mode: 0o700 });
  const away = () => rm(draft, { recursive: true, force: true });
  try {
    const opened = servers.s3
      ? await openShared(servers.s3, backup)
      : { ...openFolder(draft), goesOn: false };
    const { vault, puts, keep, unmark, goesOn } = opened;
    const log = await openLog(servers, draft, goesOn).catch(async (error: unknown) => {
      // Removes the restore mark: nothing was written, so another backup may use this target.
      if (!goesOn) await unmark();
      await vault.close();
      throw error;
    });
    const { store, appends } = log;
    return {
      store,
      appends,
      vault,
      puts,
      keep,
      finish: async () => {
        await store.close();
        if (!servers.s3) await vault.close();
        if (inFolder) await nameAll(draft, into);
        await unmark();
        if (servers.s3) await vault.close();
      },
      abandon: async () => {
        await store.close();
        await vault.close();
        await away();
      },
    };
  } catch (error) {
    await away();
    throw error;
  }
}
