/** A sealed SQLite log of many cases for the analysts' benchmarks. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { copiesOf, recordWalk } from '#projections/testing/copied-walk.ts';
import type { EventStore } from '#services/eventstore/port.ts';
import { openSqliteStore } from '#services/eventstore/sqlite.ts';
import { createVersionedStore } from '#services/eventstore/versioned-store.ts';
import { createKeyring } from '#services/vault/keyring.ts';
import { createMemoryVault } from '#services/vault/memory.ts';
import type { Vault } from '#services/vault/port.ts';
import { createSealedStore } from '#services/vault/sealed-store.ts';
import { loadSecret } from '#services/vault/secret.ts';
import { openSqliteVault } from '#services/vault/sqlite.ts';

const WALK = { seed: 5, cases: 60, steps: 3000 };
const COPIES = 80;
const AT_ONCE = 500;

export type BenchLog = {
  dir: string;
  store: EventStore;
  sealedLog: EventStore;
  vault: Vault;
  close(): Promise<void>;
};

async function fill(store: EventStore): Promise<void> {
  let appends: Promise<unknown>[] = [];
  for (const batch of copiesOf(await recordWalk(WALK), COPIES)) {
    appends.push(store.append(batch.stream, 'any', batch.events));
    if (appends.length < AT_ONCE) continue;
    await Promise.all(appends);
    appends = [];
  }
  await Promise.all(appends);
}

/** Opens the log of a data folder, or else makes one of copied walks, which is removed at the end. */
export async function openBenchLog(dataDir: string | undefined): Promise<BenchLog> {
  const dir = dataDir ?? mkdtempSync(join(tmpdir(), 'archline-analysis-'));
  const vault = dataDir === undefined ? createMemoryVault() : openSqliteVault({ dir });
  const secret = dataDir === undefined ? Buffer.alloc(32, 1) : loadSecret({ dir });
  const inner = openSqliteStore({ dir });
  const store = createVersionedStore(createSealedStore(inner, { keyring: createKeyring(vault, secret) }));
  if (dataDir === undefined) await fill(store);
  return {
    ...{ dir, store, vault },
    sealedLog: createVersionedStore(inner, { sealed: true }),
    close: async () => {
      await store.close();
      await vault.close();
      if (dataDir === undefined) rmSync(dir, { recursive: true });
    },
  };
}
