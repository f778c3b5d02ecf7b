/** Opens a data folder's log and vault as the product does. Events keep the version in which they are stored. */
import { createSubjectKeyring } from '#services/vault/keyring.ts';
import { loadSecret } from '#services/vault/secret.ts';
import { openSqliteVault } from '#services/vault/sqlite.ts';
import { createSealedStore } from '../../vault/sealed-store.ts';
import type { RawEventStore } from '../port.ts';
import type { SyncMode } from '../schema.ts';
import { openSqliteStore } from '../sqlite.ts';
import { type Acknowledgement, listLogFaults } from './acknowledgements.ts';

export type DataFolder = { store: RawEventStore; close(): Promise<void> };

export async function openDataFolder(
  dir: string,
  how: { synchronous?: SyncMode; checkpointPages?: number } = {},
): Promise<DataFolder> {
  // Opens the store first: it locks the folder.
  const inner = openSqliteStore({ dir, ...how });
  const vault = openSqliteVault({ dir });
  const keyring = createSubjectKeyring(vault, loadSecret({ dir }));
  await keyring.check();
  return {
    store: createSealedStore(inner, { keyring }),
    close: async () => {
      await inner.close();
      await vault.close();
    },
  };
}

/** Inspects a folder after a kill or a power cut. Returns the faults found. */
export type InspectFolder = (dir: string, told: readonly Acknowledgement[]) => Promise<string[]>;

/** Checks that the log opens and holds every acknowledged event. */
export const inspectLog: InspectFolder = async (dir, told) => {
  const folder = await openDataFolder(dir);
  try {
    return await listLogFaults(folder.store, told);
  } finally {
    await folder.close();
  }
};
