/** Verifies a backup: every part and file has its recorded length and SHA-256. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { backupFilePath } from './copy-file.ts';
import {
  type BackupFileLine,
  type BackupManifest,
  type BackupPartName,
  backupFileLineSchema,
  backupPartFileNames,
  readBackupManifest,
} from './manifest.ts';
import { hashAndSizeOfFile, readBackupPart } from './ndjson.ts';

const MOST_NAMED = 5;
const PROGRESS_FILES = 1_000;

/** Returns a sentence about a file's fault; undefined if length and hash are right. */
async function wrong(path: string, is: { sha256: string; bytes: number }): Promise<string | undefined> {
  if (!existsSync(path)) return `${path} is missing`;
  const found = await hashAndSizeOfFile(path);
  if (found.bytes !== is.bytes) return `${path} has ${found.bytes} bytes instead of ${is.bytes}`;
  return found.sha256 === is.sha256 ? undefined : `${path} does not match its recorded hash`;
}

const refused = (faults: string[]) => {
  const more = faults.length > MOST_NAMED ? `; and ${faults.length - MOST_NAMED} more` : '';
  return new Error(`The backup is damaged: ${faults.slice(0, MOST_NAMED).join('; ')}${more}.`);
};

/** Yields the files that a backup names. Verify its parts first. */
export async function* readFilesOfBackup(dir: string): AsyncGenerator<BackupFileLine> {
  for await (const line of readBackupPart(join(dir, backupPartFileNames.files)))
    yield backupFileLineSchema.parse(line);
}

/** @throws Error with a sentence that names the faults */
export async function verifyBackup(dir: string, said: (line: string) => void): Promise<BackupManifest> {
  const manifest = await readBackupManifest(dir);
  const faults: string[] = [];
  const add = (fault: string | undefined) => {
    if (fault) faults.push(fault);
  };
  // Cast: an object's keys are its names.
  for (const name of Object.keys(backupPartFileNames) as BackupPartName[])
    add(await wrong(join(dir, backupPartFileNames[name]), manifest.parts[name]));
  if (faults.length > 0) throw refused(faults);
  let done = 0;
  for await (const file of readFilesOfBackup(dir)) {
    add(await wrong(backupFilePath(dir, file), file));
    done += 1;
    if (done % PROGRESS_FILES === 0) said(`  ${done} of ${manifest.parts.files.lines} files …`);
  }
  if (faults.length > 0) throw refused(faults);
  return manifest;
}
