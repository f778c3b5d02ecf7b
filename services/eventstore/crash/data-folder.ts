/** A data folder's log and vault, opened as the product opens them. */
import { createKeyring } from '#services/vault/keyring.ts';
import { loadSecret } from '#services/vault/secret.ts';
import { openSqliteVault } from '#services/vault/sqlite.ts';
import { createSealedStore } from '../../vault/sealed-store.ts';
import type { EventStore } from '../port.ts';
import type { Synchronous } from '../schema.ts';
import { openSqliteStore } from '../sqlite.ts';
import { faults, type Told } from './ledger.ts';

export type DataFolder = { store: EventStore; close(): Promise<void> };

export async function openDataFolder(
  dir: string,
  how: { synchronous?: Synchronous; checkpointPages?: number } = {},
): Promise<DataFolder> {
  // The store first: it takes the folder.
  const inner = openSqliteStore({ dir, ...how });
  const vault = openSqliteVault({ dir });
  const keyring = createKeyring(vault, loadSecret({ dir }));
  await keyring.check();
  return {
    store: createSealedStore(inner, { keyring }),
    close: async () => {
      await inner.close();
      await vault.close();
    },
  };
}

/** Looks at a folder that a dead process, or a cut of the power, has left. */
export type Inspect = (dir: string, told: readonly Told[]) => Promise<string[]>;

/** That the log opens and holds all that was told. */
export const inspectLog: Inspect = async (dir, told) => {
  const folder = await openDataFolder(dir);
  try {
    return await faults(folder.store, told);
  } finally {
    await folder.close();
  }
};
