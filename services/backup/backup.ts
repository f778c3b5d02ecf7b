/**
 * Copies a running installation: the log up to its head, then the vault, then the files. In this order, because a key
 * is in the vault and a file on disk before the event that needs it is in the log (decision 25).
 */

import { existsSync } from 'node:fs';
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { LogPosition } from '#events/log-position.ts';
import { type Clock, isoNow } from '../clock/clock.ts';
import { FolderInUse, lockFolder } from '../eventstore/folder-lock.ts';
import type { RawEventReader } from '../eventstore/port.ts';
import type { Blobs } from '../files/blobs.ts';
import { syncPath } from '../files/disk.ts';
import { isFinishedUpload, uploadRecordIn } from '../files/upload-record.ts';
import { restoringKey } from '../vault/log-binding.ts';
import type { Vault } from '../vault/port.ts';
import { type CopyOutcome, copyFileToBackup } from './copy-file.ts';
import { checkFreeSpace, diskFullSentence, type FreeSpace, freeBytes, megabytes } from './free-space.ts';
import {
  BACKUP_FORMAT,
  BACKUP_RETENTION_MS,
  type BackupPart,
  backupName,
  backupsIn,
  type Manifest,
  manifestFile,
  partFile,
  unfinishedSuffix,
} from './manifest.ts';
import { writePart } from './ndjson.ts';

export type BackupSource = {
  /** The log as stored, with sealed personal parts. */
  log: Pick<RawEventReader, 'id' | 'head' | 'readBatches'>;
  /** Opened once the log is copied. Its list is a snapshot if the medium allows. */
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
  free?: FreeSpace;
};

export type Backup = { dir: string; manifest: Manifest; files: Record<CopyOutcome, number> };

/** Records of running processes, useless to another installation. */
const leftOut = ['lease/', restoringKey];
const PROGRESS_EVENTS = 100_000;
const PROGRESS_FILES = 1_000;
const BATCH = 512;

function copyLog(
  { log }: BackupSource,
  dir: string,
  head: LogPosition,
  said: BackupOptions['said'],
): Promise<BackupPart> {
  return writePart(join(dir, partFile.log), async write => {
    let events = 0;
    for await (const batch of log.readBatches({ size: BATCH })) {
      const before = Math.floor(events / PROGRESS_EVENTS);
      const copied = batch.filter(({ position }) => position <= head);
      const lines = copied.map(({ stream, revision: _, position, ...event }) => ({
        stream,
        position: String(position),
        event,
      }));
      await write(lines);
      events += copied.length;
      if (Math.floor(events / PROGRESS_EVENTS) > before) said(`  ${events} events …`);
      if (copied.length < batch.length) break;
    }
  });
}

type Names = Map<string, Name>;

/**
 * Copies the vault, without records of running processes and unfinished uploads. Returns the names of the files it
 * knows.
 */
async function copyVault(
  { openVault }: BackupSource,
  dir: string,
): Promise<{ part: BackupPart; names: Names }> {
  const names: Names = new Map();
  const vault = openVault();
  const part = await writePart(join(dir, partFile.vault), async write => {
    let waiting: unknown[] = [];
    for await (const { key, value } of vault.list('')) {
      const upload = uploadRecordIn({ key, value });
      if (leftOut.some(prefix => key.startsWith(prefix))) continue;
      if (upload && !isFinishedUpload(upload)) continue;
      if (upload) {
        const name = { orgId: upload.orgId, sha256: upload.finished.sha256 };
        names.set(`${name.orgId}/${name.sha256}`, name);
      }
      waiting.push({ key, value });
      if (waiting.length < BATCH) continue;
      await write(waiting);
      waiting = [];
    }
    await write(waiting);
  }).finally(() => vault.close());
  return { part, names };
}

type Taken = { part: BackupPart; bytes: number; files: Record<CopyOutcome, number> };
type Name = { orgId: string; sha256: string };

/**
 * Returns the names that the vault still has. The others were swept or erased since the copy, so they are not lost.
 */
async function stillNamed({ openVault }: BackupSource, names: readonly Name[]): Promise<Name[]> {
  if (names.length === 0) return [];
  const known = new Set<string>();
  const vault = openVault();
  for await (const record of vault.list('upload/')) {
    const upload = uploadRecordIn(record);
    if (upload && isFinishedUpload(upload)) known.add(`${upload.orgId}/${upload.finished.sha256}`);
  }
  await vault.close();
  return names.filter(({ orgId, sha256 }) => known.has(`${orgId}/${sha256}`));
}

async function copyFiles(
  options: BackupOptions,
  dir: string,
  names: Names,
  earlier: string[],
): Promise<Taken> {
  const { source, said, free = freeBytes } = options;
  const taking = {
    blobs: source.blobs,
    into: dir,
    earlier,
    room: (n: number) => checkFreeSpace(free, dir, n),
  };
  const files = { linked: 0, copied: 0, lost: 0 };
  const missed: Name[] = [];
  let bytes = 0;
  const part = await writePart(join(dir, partFile.files), async write => {
    for (const name of names.values()) {
      const size = await source.blobs.size(name);
      const how = size === undefined ? 'lost' : await copyFileToBackup(taking, { ...name, bytes: size });
      files[how] += 1;
      if (how === 'lost') missed.push(name);
      else await write([{ ...name, bytes: size }]);
      bytes += how === 'lost' ? 0 : (size ?? 0);
      const done = files.linked + files.copied + files.lost;
      if (done % PROGRESS_FILES === 0) said(`  ${done} of ${names.size} files, ${megabytes(bytes)} …`);
    }
  });
  const lost = await stillNamed(source, missed);
  for (const { orgId, sha256 } of lost) said(`  lost: file ${sha256} of ${orgId}`);
  await syncBelow(join(dir, 'files'));
  return { part, bytes, files: { ...files, lost: lost.length } };
}

/** Fsyncs folders, which makes the names in them durable. */
async function syncBelow(dir: string): Promise<void> {
  if (!existsSync(dir)) return;
  for (const name of await readdir(dir)) await syncPath(join(dir, name));
  await syncPath(dir);
}

async function writeManifest(dir: string, manifest: Manifest): Promise<void> {
  const path = join(dir, manifestFile);
  const handle = await open(`${path}.new`, 'w', 0o600);
  await handle.writeFile(`${JSON.stringify(manifest, null, 2)}\n`);
  await handle.sync();
  await handle.close();
  await rename(`${path}.new`, path);
  await syncPath(dir);
}

/** Unfinished backups. Their files were verified, so they need not be copied again. */
const partsIn = async (folder: string) =>
  (await readdir(folder)).filter(name => name.endsWith(unfinishedSuffix)).map(name => join(folder, name));

async function removeOld({ folder, clock, said }: BackupOptions): Promise<void> {
  for (const { dir, name, at } of (await backupsIn(folder)).slice(0, -1)) {
    if (clock.now() - at < BACKUP_RETENTION_MS) continue;
    await rm(dir, { recursive: true });
    said(`Removed ${name}: it is older than 30 days and may contain data erased since.`);
  }
}

async function take(options: BackupOptions, dir: string, earlier: string[]): Promise<Omit<Backup, 'dir'>> {
  const { source, clock, said } = options;
  const at = isoNow(clock);
  const head = await source.log.head();
  said(`Log ${source.log.id.slice(0, 8)} up to position ${head}`);
  const log = await copyLog(source, dir, head, said);
  said(`  ${log.lines} events, ${megabytes(log.bytes)}`);
  const { part: vault, names } = await copyVault(source, dir);
  said(`Vault: ${vault.lines} records. Files: ${names.size}`);
  const { part: filesPart, bytes, files } = await copyFiles(options, dir, names, earlier);
  said(`  ${files.copied} copied, ${files.linked} linked from earlier backups, ${megabytes(bytes)} in total`);
  const parts = { log, vault, files: filesPart };
  const manifest: Manifest = {
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
    throw error instanceof FolderInUse
      ? new Error(`Another backup into ${folder} is running. Wait until it has finished.`)
      : error;
  }
}

/**
 * Adds a backup to a folder, and removes those older than 30 days.
 * @throws Error with a sentence for the operator; the next run reuses the files copied so far
 */
export async function makeBackup(options: BackupOptions): Promise<Backup> {
  const { folder, clock, said } = options;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const lock = lockBackups(folder);
  const name = backupName(clock.now());
  const part = join(folder, name + unfinishedSuffix);
  try {
    const left = await partsIn(folder);
    const last = (await backupsIn(folder)).at(-1);
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
    const why = diskFullSentence(error, folder);
    if (why !== error) await rm(part, { recursive: true, force: true });
    throw why;
  } finally {
    lock.release();
  }
}
