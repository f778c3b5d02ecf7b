/** The erase command next to a running server: it stores a request, and the server carries it out. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createWalk } from '#projections/testing/walk.ts';
import { createSubjectKeyring } from '#services/vault/keyring.ts';
import { loadSecret } from '#services/vault/secret.ts';
import { openSqliteVault } from '#services/vault/sqlite.ts';
import { deleteErasureRequest, listRequestedErasures } from '../erasing/erasure-request.ts';
import { openSqliteStore } from '../eventstore/sqlite.ts';
import { createVersionedStore } from '../eventstore/versioned-store.ts';
import { parseEnv } from '../settings/env.ts';
import { createSealedStore } from '../vault/sealed-store.ts';
import { eraseInInstallation } from './erase.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'archline-erase-'));
});
afterEach(() => rmSync(dataDir, { recursive: true }));

test('erase works next to a server that uses the folder', async () => {
  const inner = openSqliteStore({ dir: dataDir });
  const vault = openSqliteVault({ dir: dataDir });
  const keyring = createSubjectKeyring(vault, loadSecret({ dir: dataDir }));
  const walk = createWalk({ seed: 79, log: createVersionedStore(createSealedStore(inner, { keyring })) });
  await walk.setUp();
  for (let i = 0; i < 20; i++) await walk.step();
  const [caseId = ''] = [...walk.states.keys()];
  const env = parseEnv({ DATA_DIR: dataDir });
  const lines: string[] = [];
  const said = (line: string) => lines.push(line);
  const asked = () => Array.fromAsync(listRequestedErasures(vault));

  await eraseInInstallation(env, { caseId, yes: false, said });
  expect([lines.at(-1)?.includes('--yes'), await asked()]).toEqual([true, []]);

  // The worker's own tests cover its part.
  const asking = eraseInInstallation(env, { caseId, yes: true, said });
  await expect.poll(asked, { timeout: 120_000 }).toEqual([caseId]);
  await keyring.eraseSubject(caseId);
  await deleteErasureRequest(vault, caseId);
  await asking;
  expect(lines.at(-1)).toBe('The patient is erased.');
  await inner.close();
  await vault.close();
});

test('erase creates no installation', async () => {
  const said = () => undefined;
  const asking = eraseInInstallation(parseEnv({ DATA_DIR: dataDir }), { caseId: 'ABCDEF', yes: true, said });
  await expect(asking).rejects.toThrow(/vault\.db does not exist/);
});
