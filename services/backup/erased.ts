/**
 * Who was erased after a backup was made, as far as it can be known: a later backup of the same folder says so, and so
 * does a vault that is newer. Restoring gives their keys and files back to nobody.
 */
import { join } from 'node:path';
import { erasedIn } from '../vault/keyring.ts';
import type { Vault } from '../vault/port.ts';
import { backupsIn, partFile, vaultLine } from './manifest.ts';
import { readPart } from './ndjson.ts';

/**
 * @param folder where later ones may lie
 * @param at ms, when the backup that is restored was made: whatever its folder is called now
 */
export async function erasedLater(folder: string, at: number): Promise<Set<string>> {
  const erased = new Set<string>();
  for (const other of await backupsIn(folder)) {
    if (other.at <= at) continue;
    try {
      for await (const line of readPart(join(other.dir, partFile.vault))) {
        const subject = erasedIn(vaultLine.parse(line));
        if (subject !== undefined) erased.add(subject);
      }
    } catch (cause) {
      const why = `${other.dir} is later and cannot be read, so who was erased since is not known`;
      throw new Error(`${why}: restore that one, or move it elsewhere.`, { cause });
    }
  }
  return erased;
}

/** Who is erased in a vault. */
export async function erasedBy(vault: Pick<Vault, 'list'>): Promise<Set<string>> {
  const erased = new Set<string>();
  for await (const kept of vault.list('key/')) {
    const subject = erasedIn(kept);
    if (subject !== undefined) erased.add(subject);
  }
  return erased;
}
