/** The three parts of a backup: log, vault and files. */
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { LogPosition } from '#events/log-position.ts';
import { syncPath } from '../files/disk.ts';
import { isFinishedUpload, parseUploadRecord } from '../files/upload-record.ts';
import { restoreInProgressKey } from '../vault/log-binding.ts';
import type { BackupOptions, BackupSource } from './backup.ts';
import { copyFileToBackup, type FileCopyOutcome } from './copy-file.ts';
import { checkFreeSpace, formatMegabytes, measureFreeBytes } from './free-space.ts';
import { type BackupPart, backupPartFileNames } from './manifest.ts';
import { writeBackupPart } from './ndjson.ts';

/** Records of running processes, useless to another installation. */
const leftOut = ['lease/', restoreInProgressKey];
const PROGRESS_EVENTS = 100_000;
const PROGRESS_FILES = 1_000;
const BATCH = 512;

export function copyLogToBackup(
  { log }: BackupSource,
  dir: string,
  head: LogPosition,
  said: BackupOptions['said'],
): Promise<BackupPart> {
  return writeBackupPart(join(dir, backupPartFileNames.log), async write => {
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
 * Copies the vault, without records of running processes and unfinished uploads. Returns the names of the files that
 * the vault knows.
 */
export async function copyVaultToBackup(
  { openVault }: BackupSource,
  dir: string,
): Promise<{ part: BackupPart; names: Names }> {
  const names: Names = new Map();
  const vault = openVault();
  const part = await writeBackupPart(join(dir, backupPartFileNames.vault), async write => {
    let waiting: unknown[] = [];
    for await (const { key, value } of vault.list('')) {
      const upload = parseUploadRecord({ key, value });
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

type Taken = { part: BackupPart; bytes: number; files: Record<FileCopyOutcome, number> };
type Name = { orgId: string; sha256: string };

/**
 * Returns those of the names that the vault still has. Files of other names were swept or erased since the copy, so
 * they are not lost.
 */
async function stillNamed({ openVault }: BackupSource, names: readonly Name[]): Promise<Name[]> {
  if (names.length === 0) return [];
  const known = new Set<string>();
  const vault = openVault();
  for await (const record of vault.list('upload/')) {
    const upload = parseUploadRecord(record);
    if (upload && isFinishedUpload(upload)) known.add(`${upload.orgId}/${upload.finished.sha256}`);
  }
  await vault.close();
  return names.filter(({ orgId, sha256 }) => known.has(`${orgId}/${sha256}`));
}

export async function copyFilesToBackup(
  options: BackupOptions,
  dir: string,
  names: Names,
  earlier: string[],
): Promise<Taken> {
  const { source, said, free = measureFreeBytes } = options;
  const taking = {
    blobs: source.blobs,
    into: dir,
    earlier,
    room: (n: number) => checkFreeSpace(free, dir, n),
  };
  const files = { linked: 0, copied: 0, lost: 0 };
  const missed: Name[] = [];
  let bytes = 0;
  const part = await writeBackupPart(join(dir, backupPartFileNames.files), async write => {
    for (const name of names.values()) {
      const size = await source.blobs.size(name);
      const how = size === undefined ? 'lost' : await copyFileToBackup(taking, { ...name, bytes: size });
      files[how] += 1;
      if (how === 'lost') missed.push(name);
      else await write([{ ...name, bytes: size }]);
      bytes += how === 'lost' ? 0 : (size ?? 0);
      const done = files.linked + files.copied + files.lost;
      if (done % PROGRESS_FILES === 0) said(`  ${done} of ${names.size} files, ${formatMegabytes(bytes)} …`);
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
