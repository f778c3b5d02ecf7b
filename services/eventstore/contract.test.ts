import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSubjectKeyring } from '#services/vault/keyring.ts';
import { loadSecret } from '#services/vault/secret.ts';
import { openSqliteVault } from '#services/vault/sqlite.ts';
import { createSealedStore } from '../vault/sealed-store.ts';
import { createTestEvents, type StoreUnderTest } from './contract/context.ts';
import { createGaplessStore } from './contract/gapless-store.ts';
import { createPrefixedStore } from './contract/prefixed-store.ts';
import { describeEventStore } from './contract.ts';
import { createRawMemoryStore } from './memory.ts';
import type { RawEventStore } from './port.ts';
import { openSqliteStore } from './sqlite.ts';

type Opened = { store: RawEventStore; close(): Promise<void> };

/** A store on disk. `reopen` opens a copy of its files taken while it is open: the state after a kill. */
async function onDisk(open: (dir: string) => Opened): Promise<StoreUnderTest> {
  const root = mkdtempSync(join(tmpdir(), 'archline-log-'));
  const first = open(join(root, 'data'));
  const opened = [first];
  return {
    store: first.store,
    reopen: async () => {
      cpSync(join(root, 'data'), join(root, 'killed'), {
        recursive: true,
        filter: name => !name.includes('lock.db'),
      });
      const again = open(join(root, 'killed'));
      opened.push(again);
      return again.store;
    },
    dispose: async () => {
      for (const { close } of opened) await close();
      rmSync(root, { recursive: true });
    },
  };
}

const onSqlite = (dir: string): Opened => {
  const store = openSqliteStore({ dir });
  return { store, close: () => store.close() };
};

const sealedOnSqlite = (dir: string): Opened => {
  const vault = openSqliteVault({ dir });
  // The cache holds only two keys, so that most keys are read from the vault.
  const keyring = createSubjectKeyring(vault, loadSecret({ dir }), { size: 2 });
  const store = createSealedStore(openSqliteStore({ dir }), { keyring });
  return {
    store,
    close: async () => {
      await store.close();
      await vault.close();
    },
  };
};

describeEventStore('memory', async () => {
  const store = createRawMemoryStore();
  return { store, dispose: () => store.close() };
});

/** A part of a store that others use as well. Simulates a shared server that cannot be emptied for each test. */
describeEventStore('a part of one that others use as well', async () => {
  const store = createRawMemoryStore();
  await store.append('case-a', 'none', createTestEvents(7, 'theirs'));
  return {
    store: createGaplessStore(createPrefixedStore(store, 'test-', await store.head())),
    dispose: () => store.close(),
  };
});

describeEventStore('sqlite', () => onDisk(onSqlite));

describeEventStore('sealed, on sqlite', () => onDisk(sealedOnSqlite));
