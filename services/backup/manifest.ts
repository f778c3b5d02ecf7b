/** The manifest of a backup. It is written last, so a folder without a manifest is not a backup. */
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';

/** Version of the backup format. Later versions are refused. */
export const BACKUP_FORMAT = 1;

/** Older backups may hold data erased since, so they are deleted (ARCHITECTURE 5). */
export const BACKUP_RETENTION_MS = 30 * 86_400_000;

const count = z.number().check(z.int(), z.minimum(0));
const sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/));
const part = z.object({ lines: count, bytes: count, sha256 });

const manifestSchema = z.object({
  program: z.literal('archline'),
  format: z.literal(BACKUP_FORMAT),
  /** Start time of the backup, ISO. */
  at: z.iso.datetime(),
  logId: z.string().check(z.minLength(1)),
  /** Position of the backup's last event. */
  head: z.string().check(z.regex(/^\d{1,20}$/)),
  /** Total bytes of all files, each counted once. */
  bytes: count,
  /** Files missing from the installation, or with wrong bytes. The backup does not have them. */
  lost: count,
  parts: z.object({ log: part, vault: part, files: part }),
});
export type BackupManifest = z.infer<typeof manifestSchema>;
export type BackupPartName = keyof BackupManifest['parts'];

/** Description of a finished part of a backup. */
export type BackupPart = z.infer<typeof part>;

export const backupPartFileNames: Record<BackupPartName, string> = {
  log: 'log.ndjson',
  vault: 'vault.ndjson',
  files: 'files.ndjson',
};

/** A line of `log`: an event as stored, sealed. */
export const backupLogLineSchema = z.object({
  stream: z.string(),
  position: z.string(),
  event: z.looseObject({ id: z.string(), type: z.string() }),
});
export const backupVaultLineSchema = z.object({ key: z.string(), value: z.json() });
export const backupFileLineSchema = z.object({
  orgId: z.string().check(z.regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/)),
  sha256,
  bytes: count,
});
export type BackupFileLine = z.infer<typeof backupFileLineSchema>;

export const backupManifestFileName = 'manifest.json';

const named = /^(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)-(\d{3})Z$/;
export const unfinishedBackupSuffix = '.part';

/** Name of a backup's folder by its time. A later name is a later backup. */
export const backupNameAt = (now: number): string => new Date(now).toISOString().replaceAll(/[:.]/g, '-');

/** Time in a backup folder's name, in milliseconds since 1970. Undefined for other folder names. */
function timeOf(name: string): number | undefined {
  const [, day, h, m, s, ms] = named.exec(name) ?? [];
  return day === undefined ? undefined : Date.parse(`${day}T${h}:${m}:${s}.${ms}Z`);
}

export type FoundBackup = { name: string; dir: string; at: number };

/** Finished backups of a folder, the oldest first; empty if the folder is missing. */
export async function listBackups(folder: string): Promise<FoundBackup[]> {
  const names = existsSync(folder) ? await readdir(folder) : [];
  return names.sort().flatMap(name => {
    const dir = join(folder, name);
    const at = timeOf(name);
    return at !== undefined && existsSync(join(dir, backupManifestFileName)) ? [{ name, dir, at }] : [];
  });
}

/** @throws Error with a sentence for the operator */
export async function readBackupManifest(dir: string): Promise<BackupManifest> {
  const path = join(dir, backupManifestFileName);
  const damaged = () => new Error(`${path} is damaged. This backup cannot be used.`);
  let found: unknown;
  try {
    found = JSON.parse(await readFile(path, 'utf8'));
  } catch (error) {
    if (error instanceof SyntaxError) throw damaged();
    throw error;
  }
  const format = z.object({ program: z.literal('archline'), format: count }).safeParse(found);
  if (format.success && format.data.format > BACKUP_FORMAT)
    throw new Error(
      `${path} has format ${format.data.format}; this version of Archline reads format ${BACKUP_FORMAT}. Restore it with the version that wrote it, or a newer one.`,
    );
  const read = manifestSchema.safeParse(found);
  if (!read.success) throw damaged();
  return read.data;
}
