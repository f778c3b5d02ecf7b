/** The sealed log of a simulated year, for the analysts' benchmarks. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EventStore } from '#services/eventstore/port.ts';
import { openSqliteStore } from '#services/eventstore/sqlite.ts';
import { createVersionedStore } from '#services/eventstore/versioned-store.ts';
import { createKeyring } from '#services/vault/keyring.ts';
import type { Vault } from '#services/vault/port.ts';
import { createSealedStore } from '#services/vault/sealed-store.ts';
import { loadSecret } from '#services/vault/secret.ts';
import { openSqliteVault } from '#services/vault/sqlite.ts';
import { writeYear } from '#services/year/write-year.ts';

const CASES = 3000;
const cost = { memoryCost: 8, timeCost: 1, parallelism: 1 };

export type BenchLog = {
  dir: string;
  store: EventStore;
  sealedLog: EventStore;
  vault: Vault;
  close(): Promise<void>;
};

/** Opens the log of a data folder, or else makes one of 3,000 cases, which is removed at the end. */
export async function openBenchLog(dataDir: string | undefined): Promise<BenchLog> {
  const dir = dataDir ?? mkdtempSync(join(tmpdir(), 'archline-analysis-'));
  if (dataDir === undefined) await writeYear({ dir, cases: CASES, seed: 1, end: '2026-11-01', cost });
  const vault = openSqliteVault({ dir });
  const inner = openSqliteStore({ dir });
  const keyring = createKeyring(vault, loadSecret({ dir }));
  return {
    ...{ dir, vault },
    store: createVersionedStore(createSealedStore(inner, { keyring })),
    sealedLog: createVersionedStore(inner, { sealed: true }),
    close: async () => {
      await inner.close();
      await vault.close();
      if (dataDir === undefined) rmSync(dir, { recursive: true });
    },
  };
}
