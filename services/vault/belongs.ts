/** Holds a log and a vault together where they do not lie in one folder. */
import type { EventStore } from '#services/eventstore/port.ts';
import type { Vault } from './port.ts';

const key = 'vault/log';

/**
 * Notes in an empty vault whose keys it will hold. A vault that is another log's, or empty beside a log that is not,
 * would show every patient as erased, and seal what comes under keys that no other node has.
 * @throws Error with a sentence
 */
export async function checkBelongs(vault: Vault, log: Pick<EventStore, 'id' | 'head'>): Promise<void> {
  const kept = await vault.get(key);
  if (kept?.value === log.id) return;
  if (kept)
    throw new Error(
      'The vault holds the keys of another log: set S3_* and EVENT_STORE to those that belong together.',
    );
  if ((await log.head()) > 0n)
    throw new Error(
      'The log holds events, and the vault no keys: all nodes of one log need one vault. Set S3_* to the one that the log was begun with, or restore it.',
    );
  await vault.put(key, log.id);
}
