/** verify-log on a data folder whose event file was edited. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { dataAccessStreamOf } from '#events/person/events.ts';
import { sealLog } from '../audit/log-seals.ts';
import { createManualClock, systemIds } from '../clock/clock.ts';
import { eventsFilePath } from '../eventstore/schema.ts';
import { openSqliteStore } from '../eventstore/sqlite.ts';
import { createVersionedStore } from '../eventstore/versioned-store.ts';
import { deriveKey, loadSecret, secretPath } from '../vault/secret.ts';
import { openSqliteVault } from '../vault/sqlite.ts';
import { verifyLogCommand } from './verify-log.ts';

let dir: string;
beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'archline-verify-'));
  await openSqliteVault({ dir }).close();
  const inner = openSqliteStore({ dir });
  const store = createVersionedStore(inner);
  const clock = createManualClock(Date.parse('2026-11-20T08:00:00Z'));
  for (let i = 0; i < 3; i++) {
    const stamp = { id: systemIds.uuid(), at: '2026-11-20T07:00:00.000Z', by: 'p-li' };
    const opened = { type: 'EyeOpened', data: { personId: 'p-li' }, ...stamp };
    await store.append(dataAccessStreamOf('p-li'), 'any', [opened]);
  }
  await sealLog({ inner, store, clock, ids: systemIds, key: deriveKey(loadSecret({ dir }), 'log seals') });
  await inner.close();
});
afterEach(() => rmSync(dir, { recursive: true }));

async function verify(): Promise<string[]> {
  const lines: string[] = [];
  await verifyLogCommand.run([], { env: { DATA_DIR: dir }, said: line => void lines.push(line) });
  return lines;
}

test('an untouched log matches', async () => {
  expect(await verify()).toEqual([
    'All seals match (1). The newest is of 2026-11-20T08:00:00.000Z; 1 of 4 events follow it.',
    expect.stringContaining('"the log is sealed"'),
  ]);
});

test.each([
  ['edited', `UPDATE events SET body = replace(body, 'p-li', 'p-wu') WHERE position = 2`],
  ['deleted', 'DELETE FROM events WHERE position = 2'],
])('an event that was %s in the file is noticed', async (_how, statement) => {
  const db = new DatabaseSync(eventsFilePath(dir));
  db.exec(statement);
  db.close();
  await expect(verify()).rejects.toThrow('does not match its seal of 2026-11-20T08:00:00.000Z');
});

test('a missing secret is named, and none is created', async () => {
  rmSync(secretPath({ dir }));
  await expect(verify()).rejects.toThrow('is missing');
  await expect(verify()).rejects.toThrow('is missing');
});

test('arguments are refused', async () => {
  await expect(verifyLogCommand.run(['now'], { env: {}, said: () => undefined })).rejects.toThrow();
});
