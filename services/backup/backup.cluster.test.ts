/** A backup of a log on EventStoreDB's wire, restored into a folder: the same events in the same order. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type LogServer, startLogServer } from '../../infra/servers/log/server.ts';
import { createManualClock } from '../clock.ts';
import { createCheckpoint } from '../effects/checkpoint.ts';
import { event } from '../eventstore/contract/bench.ts';
import { openEsdbStore } from '../eventstore/esdb/store.ts';
import { openSqliteReader } from '../eventstore/sqlite.ts';
import { createDiskBlobs } from '../files/disk.ts';
import { openSqliteVault, openSqliteVaultReader } from '../vault/sqlite.ts';
import { backUp } from './backup.ts';
import { restore } from './restore.ts';
import { at } from './testing/installation.ts';

let root: string;
let server: LogServer;
beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'archline-backup-wire-'));
  server = await startLogServer({ file: join(root, 'log.db') });
});
afterEach(async () => {
  await server.stop();
  rmSync(root, { recursive: true });
});

test('what is on the wire comes back embedded; what followed it begins anew', async () => {
  const log = await openEsdbStore({ connectionString: server.url });
  for (let i = 0; i < 120; i++) {
    const personal = { personal: `sealed ${i}`, subject: `patient-${i % 5}` };
    await log.append(`case-${i % 5}`, 'any', [{ ...event(`e-${i}`), ...personal }]);
  }
  const dir = join(root, 'data');
  mkdirSync(dir);
  const vault = openSqliteVault({ dir });
  await createCheckpoint(vault, log.id, 'effects').write(await log.head());
  const source = {
    ...{ log, openVault: () => openSqliteVaultReader({ dir }) },
    blobs: createDiskBlobs(join(dir, 'files')),
  };
  const said = () => undefined;
  const folder = join(root, 'backups');
  await backUp({ source, folder, clock: createManualClock(Date.parse(at)), said });
  await vault.close();
  await log.append('case-0', 'any', [event('later')]);

  const into = join(root, 'restored');
  const { logId } = await restore({ folder, into, said });
  const restored = openSqliteReader({ dir: into });
  expect(await restored.head()).toBe(120n);
  const all: [string, unknown][] = [];
  for await (const { id, personal } of restored.readAll()) all.push([id, personal]);
  expect(all).toEqual(Array.from({ length: 120 }, (_, i) => [`e-${i}`, `sealed ${i}`]));
  expect(logId).not.toBe(log.id);
  const again = openSqliteVault({ dir: into });
  expect(await createCheckpoint(again, logId, 'effects').read()).toBe(0n);
  await again.close();
  await restored.close();
  await log.close();
});
