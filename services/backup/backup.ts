/**
 * Copies a running installation: first the log up to its head, then the vault, then the files. This order is safe,
 * because keys and files are stored before the event that needs them (decision 25).
 */
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Clock, isoNow } from '../clock/clock.ts';
import { FolderInUseError, lockFolder } from '../eventstore/folder-lock.ts';
import type { RawEventReader } from '../eventstore/port.ts';
import type { Blobs } from '../files/blobs.ts';
import { syncPath } from '../files/disk.ts';
import type { Vault } from '../vault/port.ts';
import { copyFilesToBackup, copyLogToBackup, copyVaultToBackup } from './backup-parts.ts';
import type { FileCopyOutcome } from './copy-file.ts';
import { explainDiskFull, formatMegabytes, type MeasureFreeBytes } from './free-space.ts';
import {
  BACKUP_FORMAT,
  BACKUP_RETENTION_MS,
  type BackupManifest,
  backupManifestFileName,
  backupNameAt,
  listBackups,
  unfinishedBackupSuffix,
} from './manifest.ts';

export type BackupSource = {
  /** The log as stored, with sealed personal parts. */
  log: Pick<RawEventReader, 'id' | 'head' | 'readBatches'>;
  /** Opened after the log is copied. Its list is a snapshot if the storage supports it. */
  openVault(): Pick<Vault, 'list' | 'close'>;
  blobs: Pick<Blobs, 'read' | 'size'>;
};

export type BackupOptions = {
  source: BackupSource;
  /** Contains backups, each in a folder named by its time. */
  folder: string;
  clock: Clock;
  /** Prints a line for the operator. */
  said: (line: string) => void;
  free?: MeasureFreeBytes;
};

export type BackupResult = { dir: string; manifest: BackupManifest; files: Record<FileCopyOutcome, number> };

async function writeManifest(dir: string, manifest: BackupManifest): Promise<void> {
  const path = join(dir, backupManifestFileName);
  const handle = await open(`${path}.new`, 'w', 0o600);
  await handle.writeFile(`${JSON.stringify(manifest, null, 2)}\n`);
  await handle.sync();
  await handle.close();
  await rename(`${path}.new`, path);
  await syncPath(dir);
}

/** Returns unfinished backups. Their files were verified, so they need not be copied again. */
const partsIn = async (folder: string) =>
  (await readdir(folder))
    .filter(name => name.endsWith(unfinishedBackupSuffix))
    .map(name => join(folder, name));

async function removeOld({ folder, clock, said }: BackupOptions): Promise<void> {
  for (const { dir, name, at } of (await listBackups(folder)).slice(0, -1)) {
    if (clock.now() - at < BACKUP_RETENTION_MS) continue;
    await rm(dir, { recursive: true });
    said(`Removed ${name}: it is older than 30 days and may contain data erased since.`);
  }
}

async function take(
  options: BackupOptions,
  dir: string,
  earlier: string[],
): Promise<Omit<BackupResult, 'dir'>> {
  const { source, clock, said } = options;
  const at = isoNow(clock);
  const head = await source.log.head();
  said(`Log ${source.log.id.slice(0, 8)} up to position ${head}`);
  const log = await copyLogToBackup(source, dir, head, said);
  said(`  ${log.lines} events, ${formatMegabytes(log.bytes)}`);
  const { part: vault, names } = await copyVaultToBackup(source, dir);
  said(`Vault: ${vault.lines} records. Files: ${names.size}`);
  const { part: filesPart, bytes, files } = await copyFilesToBackup(options, dir, names, earlier);
  said(
    `  ${files.copied} copied, ${files.linked} linked from earlier backups, ${formatMegabytes(bytes)} in total`,
  );
  const parts = { log, vault, files: filesPart };
  const manifest: BackupManifest = {
    program: 'archline',
    format: BACKUP_FORMAT,
    at,
    logId: source.log.id,
    head: String(head),
    bytes,
    lost: files.lost,
    parts,
  };
  await writeManifest(dir, manifest);
  return { manifest, files };
}

function lockBackups(folder: string) {
  try {
    return lockFolder(folder);
  } catch (error) {
    throw error instanceof FolderInUseError
      ? new Error(`Another backup into ${folder} is running. Wait until it has finished.`)
      : error;
  }
}

/**
 * Adds a backup to a folder, and removes backups older than 30 days.
 * @throws Error with a sentence for the operator; the next run reuses the files copied so far
 */
export async function makeBackup(options: BackupOptions): Promise<BackupResult> {
  const { folder, clock, said } = options;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const lock = lockBackups(folder);
  const name = backupNameAt(clock.now());
  const part = join(folder, name + unfinishedBackupSuffix);
  try {
    const left = await partsIn(folder);
    const last = (await listBackups(folder)).at(-1);
    await mkdir(part, { mode: 0o700 });
    const made = await take(options, part, [...(last ? [last.dir] : []), ...left]);
    const dir = join(folder, name);
    await rename(part, dir);
    await syncPath(folder);
    for (const old of left) await rm(old, { recursive: true });
    await removeOld(options);
    said(`The backup is in ${dir}`);
    return { dir, ...made };
  } catch (error) {
    const why = explainDiskFull(error, folder);
    if (why !== error) await rm(part, { recursive: true, force: true });
    throw why;
  } finally {
    lock.release();
  }
}
