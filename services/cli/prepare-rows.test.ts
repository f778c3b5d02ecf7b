/** Rows that are built while the installation is in use. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openReadModels } from '#projections/readmodels.ts';
import { createWalk } from '#projections/testing/walk.ts';
import { createSubjectKeyring } from '#services/vault/keyring.ts';
import { loadSecret } from '#services/vault/secret.ts';
import { openSqliteVault } from '#services/vault/sqlite.ts';
import { openSqliteStore } from '../eventstore/sqlite.ts';
import { createVersionedStore } from '../eventstore/versioned-store.ts';
import { parseEnv } from '../settings/env.ts';
import { createSealedStore } from '../vault/sealed-store.ts';
import { prepareRows } from './prepare-rows.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'archline-prepare-'));
});
afterEach(() => rmSync(dataDir, { recursive: true }));

const settings = (dir: string) => parseEnv({ DATA_DIR: dir });

test('prepare-rows works next to a running server: the next start folds only later events', async () => {
  const inner = openSqliteStore({ dir: dataDir });
  const vault = openSqliteVault({ dir: dataDir });
  const keyring = createSubjectKeyring(vault, loadSecret({ dir: dataDir }));
  await keyring.check();
  const store = createVersionedStore(createSealedStore(inner, { keyring }));
  const walk = createWalk({ seed: 78, log: store });
  await walk.setUp();
  for (let i = 0; i < 100; i++) await walk.step();
  expect(await prepareRows(settings(dataDir))).toBe(true);
  expect(await prepareRows(settings(dataDir))).toBe(false);
  const built = await store.head();
  // A step may be refused and append nothing.
  while ((await store.head()) === built) await walk.step();
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

test('prepare-rows creates neither a secret nor a log', async () => {
  await expect(prepareRows(settings(dataDir))).rejects.toThrow(/vault\.db does not exist/);
  mkdirSync(join(dataDir, 'empty'));
  await openSqliteStore({ dir: join(dataDir, 'empty') }).close();
  const empty = settings(join(dataDir, 'empty'));
  await openSqliteVault({ dir: join(dataDir, 'empty') }).close();
  await expect(prepareRows(empty)).rejects.toThrow(/secret does not exist/);
  expect(readdirSync(join(dataDir, 'empty')).filter(name => /secret|rows/.test(name))).toEqual([]);
});
