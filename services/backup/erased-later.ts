/**
 * Finds who was erased after a backup was made: from later backups in the same folder, and from a newer
 * vault. A restore must not return their keys and files.
 */
import { join } from 'node:path';
import { subjectOfTombstone } from '../vault/keyring.ts';
import type { Vault } from '../vault/port.ts';
import { backupPartFileNames, backupVaultLineSchema, listBackups } from './manifest.ts';
import { readBackupPart } from './ndjson.ts';

/**
 * Returns the subjects that were erased after a backup.
 * @param folder may contain later backups
 * @param at time of the backup being restored, ms since 1970; the name of its folder is not used
 */
export async function readSubjectsErasedAfter(folder: string, at: number): Promise<Set<string>> {
  const erased = new Set<string>();
  for (const other of await listBackups(folder)) {
    if (other.at <= at) continue;
    try {
      for await (const line of readBackupPart(join(other.dir, backupPartFileNames.vault))) {
        const subject = subjectOfTombstone(backupVaultLineSchema.parse(line));
        if (subject !== undefined) erased.add(subject);
      }
    } catch (cause) {
      const why = `${other.dir} is newer but cannot be read, so later erasures are unknown`;
      throw new Error(`${why}. Restore that backup instead, or move it out of the folder.`, { cause });
    }
  }
  return erased;
}

/** Subjects erased in a vault. */
export async function readErasedSubjects(vault: Pick<Vault, 'list'>): Promise<Set<string>> {
  const erased = new Set<string>();
  for await (const record of vault.list('key/')) {
    const subject = subjectOfTombstone(record);
    if (subject !== undefined) erased.add(subject);
  }
  return erased;
}
