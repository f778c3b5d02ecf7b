/** An installation in a data folder for tests, with the tables that its server would keep. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { analysisFolder, tablesFolder } from '../../analysis/table-folders.ts';
import { openTestTables, type TestTables, walkTwoOrganisations } from '../../analysis/testing/kept-tables.ts';
import type { EventStore, RawEventStore } from '../../eventstore/port.ts';
import { openSqliteStore } from '../../eventstore/sqlite.ts';
import { createVersionedStore } from '../../eventstore/versioned-store.ts';
import { createSubjectKeyring } from '../../vault/keyring.ts';
import { createSealedStore } from '../../vault/sealed-store.ts';
import { deriveKey, loadSecret } from '../../vault/secret.ts';
import { openSqliteVault } from '../../vault/sqlite.ts';
import type { BacklogBuildSettings } from '../installation.ts';

export type Installation = {
  kept: TestTables;
  inner: RawEventStore;
  sealedLog: EventStore;
  walk: Awaited<ReturnType<typeof walkTwoOrganisations>>;
  place: BacklogBuildSettings;
  close(): Promise<void>;
};

export type InstallationOptions = Pick<BacklogBuildSettings, 'commitEvents'> & {
  /** Length of the walk that fills the log. */
  steps: number;
};

export async function openBacklogInstallation({
  steps,
  ...more
}: InstallationOptions): Promise<Installation> {
  const dataDir = mkdtempSync(join(tmpdir(), 'archline-backlog-'));
  const vault = openSqliteVault({ dir: dataDir });
  const inner = openSqliteStore({ dir: dataDir });
  const secret = loadSecret({ dir: dataDir });
  const keyring = createSubjectKeyring(vault, secret);
  await keyring.check();
  const log = createVersionedStore(createSealedStore(inner, { keyring }));
  const sealedLog = createVersionedStore(inner, { sealed: true });
  const keyFor = (purpose: string) => deriveKey(secret, purpose);
  const dir = tablesFolder(analysisFolder(dataDir), log.id);
  const kept = openTestTables({ log, sealedLog, vault, keyFor, dir });
  const walk = await walkTwoOrganisations(log, { seed: 7, steps });
  const close = async () => {
    await inner.close();
    await vault.close();
    rmSync(dataDir, { recursive: true, force: true });
  };
  const place = { dataDir, secretFile: undefined, logLevel: 'silent', ...more } as const;
  return { kept, inner, sealedLog, walk, place, close };
}
