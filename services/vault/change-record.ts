import type { Json } from '#events/envelope.ts';
import { type Vault, VersionMismatchError } from './port.ts';

/**
 * Changes a record. If another process changed it meanwhile, changes that newer record.
 * @param change returns the new value; undefined leaves the record as it is
 * @returns the value before the change; undefined if there is no record or it was left
 */
export async function changeRecord<T extends Json>(
  vault: Pick<Vault, 'get' | 'put'>,
  key: string,
  change: (now: T) => T | undefined,
): Promise<T | undefined> {
  for (;;) {
    const found = await vault.get(key);
    if (!found) return undefined;
    // Cast: the owner of the key writes its values.
    const before = found.value as T;
    const next = change(before);
    if (next === undefined) return undefined;
    try {
      await vault.put(key, next, found.version);
      return before;
    } catch (error) {
      if (!(error instanceof VersionMismatchError)) throw error;
    }
  }
}
