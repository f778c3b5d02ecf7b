/**
 * Restores a backup as an installation. Verifies every hash before writing anything. Files get their names only when
 * everything is restored. The new log has a new identity (ARCHITECTURE 4), so open pages reload.
 */
import { existsSync } from 'node:fs';
import { mkdir, readdir, realpath, rm, rmdir } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { FolderInUseError, lockFolder } from '../eventstore/folder-lock.ts';
import { checkSecretOfVault } from '../vault/secret-check.ts';
import { openSqliteVaultReader } from '../vault/sqlite.ts';
import { backupFilePath } from './copy-file.ts';
import { readErasedSubjects, readSubjectsErasedAfter } from './erased-later.ts';
import { fillRestoredLog, fillRestoredVault } from './fill-target.ts';
import {
  checkFreeSpace,
  explainDiskFull,
  formatMegabytes,
  type MeasureFreeBytes,
  measureFreeBytes,
} from './free-space.ts';
import {
  type BackupManifest,
  backupManifestFileName,
  backupPartFileNames,
  backupVaultLineSchema,
  listBackups,
} from './manifest.ts';
import { readBackupPart } from './ndjson.ts';
import {
  type InstallationServers,
  noExternalServers,
  type OpenedRestoreTarget,
  openRestoreTarget,
  usesDataFolder,
} from './restore-target.ts';
import { readFilesOfBackup, verifyBackup } from './verify.ts';

export type RestoreOptions = {
  /** Folder of a backup, or of several backups, of which the latest is used. */
  folder: string;
  /** The data folder: missing, or empty except for the secret. */
  into: string;
  /** Parts of the installation on servers. Default: none. */
  servers?: InstallationServers;
  /** Path of the secret from SECRET_FILE, if set. */
  secretFile?: string;
  /** A data folder whose vault knows which subjects were erased since the backup. */
  erasedIn?: string;
  said: (line: string) => void;
  free?: MeasureFreeBytes;
};

export type RestoreResult = { manifest: BackupManifest; logId: string; files: number; erased: number };

const lockFiles = ['lock.db', 'lock.db-journal'];
/** Content that an empty data folder may have. */
const mayBeThere = ['secret', 'lost+found', ...lockFiles];
/** Factor of disk space for SQLite's rows and indexes of a part's lines. */
const ROOM = 2;

/** @throws Error with a sentence for the operator */
export async function chooseBackup(folder: string): Promise<string> {
  if (existsSync(join(folder, backupManifestFileName))) return resolve(folder);
  const last = (await listBackups(folder)).at(-1);
  if (!last) throw new Error(`${folder} contains no finished backup.`);
  return resolve(last.dir);
}

async function needEmpty(into: string): Promise<void> {
  const names = existsSync(into) ? await readdir(into) : [];
  const other = names.find(name => !mayBeThere.includes(name));
  if (other !== undefined)
    throw new Error(`${into} is not empty (it contains ${other}). Restore into an empty folder.`);
}

async function* vaultIn(dir: string) {
  for await (const line of readBackupPart(join(dir, backupPartFileNames.vault))) {
    const { key, value } = backupVaultLineSchema.parse(line);
    // Cast: z.json's type is wider than ours.
    yield { key, value: value as string };
  }
}

async function erasedSince(
  { erasedIn }: RestoreOptions,
  dir: string,
  { at }: BackupManifest,
): Promise<Set<string>> {
  // Resolves links, because later backups are next to the real folder.
  const erased = await readSubjectsErasedAfter(dirname(await realpath(dir)), Date.parse(at));
  if (erasedIn === undefined) return erased;
  if (!existsSync(join(erasedIn, 'vault.db'))) throw new Error(`${erasedIn} contains no vault.`);
  const vault = openSqliteVaultReader({ dir: erasedIn });
  for (const subject of await readErasedSubjects(vault)) erased.add(subject);
  await vault.close();
  return erased;
}

async function fillFiles(
  dir: string,
  keep: OpenedRestoreTarget['keep'],
  names: ReadonlySet<string>,
): Promise<number> {
  let files = 0;
  for await (const file of readFilesOfBackup(dir)) {
    const { orgId, sha256 } = file;
    if (!names.has(`${orgId}/${sha256}`)) continue;
    await keep({ orgId, sha256 }, backupFilePath(dir, file));
    files += 1;
  }
  return files;
}

async function put(options: RestoreOptions, dir: string, manifest: BackupManifest): Promise<RestoreResult> {
  const { into, said, servers = noExternalServers } = options;
  const erased = await erasedSince(options, dir, manifest);
  const target = await openRestoreTarget(servers, into, `${manifest.logId}/${manifest.head}/${manifest.at}`);
  try {
    const filling = { ...target, dir, manifest, erased, said };
    const filled = await fillRestoredLog(filling);
    said(`  ${manifest.parts.log.lines} events restored`);
    const names = await fillRestoredVault(filling, filled);
    const files = await fillFiles(dir, target.keep, names);
    await target.finish();
    said(`  ${files} files, ${formatMegabytes(manifest.bytes)}`);
    return { manifest, logId: target.store.id, files, erased: erased.size };
  } catch (error) {
    await target.abandon();
    throw explainDiskFull(error, into);
  }
}

function lockEmpty(into: string) {
  try {
    return lockFolder(into);
  } catch (error) {
    throw error instanceof FolderInUseError
      ? new Error(`${into} is in use by another process. Stop it first.`)
      : error;
  }
}

type Taken = {
  release(): void;
  /** Removes the folder if it was created here. Call it before releasing the lock. */
  undo(): Promise<void>;
};

/** Creates and locks the data folder, if a part of the installation is stored there. */
async function takeFolder(options: RestoreOptions, manifest: BackupManifest): Promise<Taken> {
  const { into, servers = noExternalServers, free = measureFreeBytes } = options;
  if (!usesDataFolder(servers)) return { release: () => undefined, undo: async () => undefined };
  const made = await mkdir(into, { recursive: true, mode: 0o700 });
  // Keeps the folder if it is no longer empty, because rmdir then fails.
  const unmake = async () => void (made && (await rmdir(into).catch(() => undefined)));
  try {
    const { log, vault } = manifest.parts;
    await checkFreeSpace(free, into, manifest.bytes + ROOM * (log.bytes + vault.bytes));
    const { release } = lockEmpty(into);
    const undo = async () => {
      for (const name of made ? lockFiles : []) await rm(join(into, name), { force: true });
      await unmake();
    };
    return { release, undo };
  } catch (error) {
    await unmake();
    throw error;
  }
}

/**
 * @throws Error with a sentence for the operator. The folder is then empty again. Servers keep their content,
 * and no node starts on it; repeating the restore continues.
 */
export async function restoreBackup(options: RestoreOptions): Promise<RestoreResult> {
  const { into, said, servers = noExternalServers } = options;
  const dir = await chooseBackup(options.folder);
  if (usesDataFolder(servers)) await needEmpty(into);
  said(`Verifying ${basename(dir)} …`);
  const manifest = await verifyBackup(dir, said);
  const known = await checkSecretOfVault(vaultIn(dir), { dir: into, file: options.secretFile });
  const taken = await takeFolder(options, manifest);
  try {
    said(usesDataFolder(servers) ? `Restoring into ${into} …` : 'Restoring to the servers …');
    const done = await put(options, dir, manifest);
    if (done.erased > 0) said(`  ${done.erased} patients were erased after this backup and stay erased`);
    if (!known)
      said(
        `Backups do not contain the secret. Copy it to ${join(into, 'secret')}, or set SECRET_FILE to its path.`,
      );
    return done;
  } catch (error) {
    await taken.undo();
    throw error;
  } finally {
    taken.release();
  }
}
