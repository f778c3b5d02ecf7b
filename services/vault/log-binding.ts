/** Holds a log and a vault together where they do not lie in one folder. */
import type { EventStore } from '#services/eventstore/port.ts';
import { keyName } from './keyring.ts';
import type { Vault } from './port.ts';

const key = 'vault/log';
/** There while a backup becomes an installation, on servers that others may start on meanwhile. */
export const restoringKey = 'vault/restoring';
/** So many events are looked through for one that is sealed. */
const LOOKED = 5_000;

/** Whether the vault holds the key that the log's first sealed event was sealed with (or knows that it is erased). */
async function opens(vault: Vault, log: Pick<EventStore, 'readAll'>): Promise<boolean> {
  for await (const { personal, subject } of log.readAll({ limit: LOOKED }))
    if (personal !== undefined && subject !== undefined)
      return (await vault.get(keyName(subject))) !== undefined;
  return true;
}

/**
 * Notes in the vault which log's keys it holds. A vault that holds none of them would show every patient as erased, and
 * seal what comes under keys that no other node has.
 * @param log as it lies on disk, its personal parts sealed
 * @throws Error with a sentence
 */
export async function bindLog(vault: Vault, log: Pick<EventStore, 'id' | 'head' | 'readAll'>): Promise<void> {
  if (await vault.get(restoringKey))
    throw new Error(
      'A backup is being restored here, or was not to its end: wait, or restore the same one again.',
    );
  const kept = await vault.get(key);
  if (kept?.value === log.id) return;
  if ((await log.head()) > 0n && !(await opens(vault, log)))
    throw new Error(
      'The vault does not hold the keys of this log: all nodes of one log need one vault. Set S3_* to the one that the log was begun with, or restore it.',
    );
  await vault.put(key, log.id);
}

/** As `bindLog`, for who changes nothing. @throws Error with a sentence */
export async function needBoundLog(vault: Pick<Vault, 'get'>, log: Pick<EventStore, 'id'>): Promise<void> {
  const [kept, restoring] = [await vault.get(key), await vault.get(restoringKey)];
  if (kept?.value !== log.id || restoring)
    throw new Error('The vault in S3_BUCKET is not that of this log: set both to those of one installation.');
}
