/** Rows that are built while an installation is served. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openReadModels } from '#projections/readmodels.ts';
import { createWalk } from '#projections/testing/walk.ts';
import { createKeyring } from '#services/vault/keyring.ts';
import { loadSecret } from '#services/vault/secret.ts';
import { openSqliteVault } from '#services/vault/sqlite.ts';
import { createSealedStore } from '../eventstore/sealed.ts';
import { openSqliteStore } from '../eventstore/sqlite.ts';
import { prepareRows } from './prepare-rows.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'archline-prepare-'));
});
afterEach(() => rmSync(dataDir, { recursive: true }));

test('beside a server that has the folder: the next start folds only what came since', async () => {
  const inner = openSqliteStore({ dir: dataDir });
  const vault = openSqliteVault({ dir: dataDir });
  const keyring = createKeyring(vault, loadSecret({ dir: dataDir }));
  await keyring.check();
  const store = createSealedStore(inner, { keyring });
  const walk = createWalk({ seed: 78, log: store });
  await walk.setUp();
  for (let i = 0; i < 100; i++) await walk.step();
  expect(await prepareRows({ dataDir, secretFile: undefined })).toBe(true);
  expect(await prepareRows({ dataDir, secretFile: undefined })).toBe(false);
  const built = await store.head();
  await walk.step();
  const read: bigint[] = [];
  const log = {
    ...store,
    readBatches: (options: Parameters<typeof store.readBatches>[0]) => {
      read.push(options?.after ?? 0n);
      return store.readBatches(options);
    },
  };
  const models = await openReadModels({ store: log, dir: join(dataDir, 'rows'), clock: { now: () => 0 } });
  expect(read).toEqual([built]);
  for (const [id, state] of walk.states) expect(models.state(id)).toEqual(state);
  await models.close();
  await inner.close();
  await vault.close();
});

test('makes no secret and no log where there is none', async () => {
  await expect(prepareRows({ dataDir, secretFile: undefined })).rejects.toThrow(/events\.db is not there/);
  mkdirSync(join(dataDir, 'empty'));
  await openSqliteStore({ dir: join(dataDir, 'empty') }).close();
  const empty = { dataDir: join(dataDir, 'empty'), secretFile: undefined };
  await expect(prepareRows(empty)).rejects.toThrow(/secret is not there/);
  expect(readdirSync(join(dataDir, 'empty')).sort()).toEqual(['events.db', 'lock.db']);
});
