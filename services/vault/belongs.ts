/** Holds a log and a vault together where they do not lie in one folder. */
import type { EventStore } from '#services/eventstore/port.ts';
import { keyName } from './keyring.ts';
import type { Vault } from './port.ts';

const key = 'vault/log';
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
export async function checkBelongs(
  vault: Vault,
  log: Pick<EventStore, 'id' | 'head' | 'readAll'>,
): Promise<void> {
  const kept = await vault.get(key);
  if (kept?.value === log.id) return;
  if ((await log.head()) > 0n && !(await opens(vault, log)))
    throw new Error(
      'The vault does not hold the keys of this log: all nodes of one log need one vault. Set S3_* to the one that the log was begun with, or restore it.',
    );
  await vault.put(key, log.id);
}
