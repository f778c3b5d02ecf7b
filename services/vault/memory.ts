/** A vault in memory, for tests. */
import { StoreClosedError } from '#services/eventstore/port.ts';
import { type RecordVersion, type Vault, type VaultRecord, VersionMismatchError } from './port.ts';

/** Compares by code points, like SQLite and S3. JavaScript's `<` compares UTF-16 units. */
const byKey = (a: VaultRecord, b: VaultRecord) => Buffer.compare(Buffer.from(a.key), Buffer.from(b.key));

export function createMemoryVault(): Vault {
  const records = new Map<string, VaultRecord>();
  let puts = 0;
  let closed = false;
  const open = () => {
    if (closed) throw new StoreClosedError('the vault is closed');
    return records;
  };
  const check = (key: string, ifVersion: RecordVersion | 'absent' | undefined) => {
    if (ifVersion !== undefined && (open().get(key)?.version ?? 'absent') !== ifVersion) {
      throw new VersionMismatchError(key);
    }
  };
  return {
    get: async key => structuredClone(open().get(key)),
    put: async (key, value, ifVersion) => {
      check(key, ifVersion);
      const version = String(++puts);
      open().set(key, { key, value: structuredClone(value), version });
      return version;
    },
    delete: async (key, ifVersion) => {
      check(key, ifVersion);
      return open().delete(key);
    },
    list: async function* (prefix) {
      const found = [...open().values()].filter(kept => kept.key.startsWith(prefix)).sort(byKey);
      for (const kept of found) yield structuredClone(kept);
    },
    close: async () => {
      closed = true;
    },
  };
}
