/** Checks that a log and a vault on different servers belong to one installation. */
import type { RawEventStore } from '#services/eventstore/port.ts';
import { subjectKeyName } from './keyring.ts';
import type { Vault } from './port.ts';

const key = 'vault/log';
/** Key of a mark that exists during a restore. Nodes must not start on the same servers meanwhile. */
export const restoreInProgressKey = 'vault/restoring';
/** Number of events searched for the first sealed one. */
const LOOKED = 5_000;

/** True if the vault has the key of the log's first sealed event, or the mark that it was erased. */
async function opens(vault: Vault, log: Pick<RawEventStore, 'readAll'>): Promise<boolean> {
  for await (const { personal, subject } of log.readAll({ limit: LOOKED }))
    if (personal !== undefined && subject !== undefined)
      return (await vault.get(subjectKeyName(subject))) !== undefined;
  return true;
}

/**
 * Stores the log's id in the vault at the first start, and compares it afterwards. Why: with the vault of another log,
 * every patient would seem erased, and new events would be sealed under keys that no other node has.
 * @param log with personal parts sealed
 * @throws Error with a sentence for the operator
 */
export async function bindLogToVault(
  vault: Vault,
  log: Pick<RawEventStore, 'id' | 'head' | 'readAll'>,
): Promise<void> {
  if (await vault.get(restoreInProgressKey))
    throw new Error(
      'A restore into this installation is running or was interrupted. Wait for it, or restore the same backup again.',
    );
  const kept = await vault.get(key);
  if (kept?.value === log.id) return;
  if ((await log.head()) > 0n && !(await opens(vault, log)))
    throw new Error(
      'The vault does not contain the keys of this log; all nodes of a log share one vault. Set S3_* to the vault that the log was created with, or restore it.',
    );
  await vault.put(key, log.id);
}

/** Like `bindLogToVault`, but never writes. @throws Error with a sentence for the operator */
export async function checkLogBinding(
  vault: Pick<Vault, 'get'>,
  log: Pick<RawEventStore, 'id'>,
): Promise<void> {
  const [kept, restoring] = [await vault.get(key), await vault.get(restoreInProgressKey)];
  if (kept?.value !== log.id || restoring)
    throw new Error(
      'The vault in S3_BUCKET belongs to another log. Set S3_BUCKET and EVENT_STORE to the same installation.',
    );
}
