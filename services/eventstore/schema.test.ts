import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { collectItems, createTestEvent, createTestEvents, numbersUpTo } from './contract/context.ts';
import { toUnplacedRow } from './row.ts';
import { openSqliteReader, openSqliteStore } from './sqlite.ts';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'archline-schema-'));
});
afterEach(() => rmSync(dir, { recursive: true }));

/** The tables of format 1. */
const FORMAT_1 = `
  PRAGMA journal_mode = WAL;
  CREATE TABLE log (id TEXT NOT NULL) STRICT;
  CREATE TABLE events (
    position INTEGER PRIMARY KEY,
    stream TEXT NOT NULL,
    revision INTEGER NOT NULL,
    id TEXT NOT NULL,
    type TEXT NOT NULL,
    body TEXT NOT NULL,
    UNIQUE (stream, revision),
    UNIQUE (stream, id)
  ) STRICT;
  PRAGMA user_version = 1;
  INSERT INTO log (id) VALUES ('the-log');
`;

const UUID = '0190b0e6-0000-7000-8000-00000000000a';

/** Interleaved streams with ids of every kind, the same ids in each stream. */
const LOGGED = ['case-b', 'case-a', '齐'].flatMap((stream, s) =>
  [UUID, UUID.toUpperCase(), `${UUID}\0`, '号', ...numbersUpTo(400).map(i => `e${i}`)].map(
    (id, revision) => ({
      ...createTestEvent(id, { personal: { name: '张伟' }, subject: 'patient-1' }),
      stream,
      revision,
      position: BigInt(revision * 3 + s + 1),
    }),
  ),
);
const IN_ORDER = LOGGED.toSorted((a, b) => Number(a.position - b.position));

function makeFormat1(): void {
  const db = new DatabaseSync(join(dir, 'events.db'));
  db.exec(FORMAT_1);
  const insert = db.prepare('INSERT INTO events VALUES (?, ?, ?, ?, ?, ?)');
  db.exec('BEGIN');
  for (const logged of IN_ORDER) {
    const { id, type, body } = toUnplacedRow(logged);
    insert.run(logged.position, logged.stream, logged.revision, id, type, body);
  }
  db.exec('COMMIT');
  db.close();
}

test('a writer migrates a file of format 1 with every event, number and id, and continues the log', async () => {
  makeFormat1();
  const store = openSqliteStore({ dir });
  expect(store.id).toBe('the-log');
  expect(await collectItems(store.readAll())).toEqual(IN_ORDER);
  expect(await collectItems(store.read('齐'))).toEqual(LOGGED.filter(({ stream }) => stream === '齐'));
  for (const id of [UUID, UUID.toUpperCase(), `${UUID}\0`, '号', 'e7'])
    expect(await store.find('case-a', id)).toEqual(
      LOGGED.find(logged => logged.stream === 'case-a' && logged.id === id),
    );
  expect(await store.append('case-b', 'none', [createTestEvent(UUID)])).toMatchObject({
    position: 1n,
    repeated: true,
  });
  const position = BigInt(IN_ORDER.length + 1);
  expect(await store.append('case-a', 403n, [createTestEvent('next')])).toMatchObject({
    position,
    revision: 404n,
  });
  await store.close();
  const again = openSqliteStore({ dir });
  expect(await again.head()).toBe(position);
  await again.close();
  const db = new DatabaseSync(join(dir, 'events.db'));
  expect(db.prepare('PRAGMA integrity_check').all()).toEqual([{ integrity_check: 'ok' }]);
  db.close();
});

test('a reader refuses a file of format 1 with a clear message, and leaves it unchanged', async () => {
  makeFormat1();
  expect(() => openSqliteReader({ dir })).toThrow(/has format 1; this version of Archline reads format 2/);
  const store = openSqliteStore({ dir });
  expect(await store.head()).toBe(BigInt(IN_ORDER.length));
  await store.close();
});

test('a file that cannot be migrated stays unchanged', async () => {
  makeFormat1();
  const file = new DatabaseSync(join(dir, 'events.db'));
  file.exec('CREATE TABLE streams (taken TEXT)');
  expect(() => openSqliteStore({ dir })).toThrow(/streams already exists/);
  expect(file.prepare('PRAGMA user_version').get()).toEqual({ user_version: 1 });
  expect(file.prepare('SELECT count(*) AS n FROM events').get()).toEqual({ n: IN_ORDER.length });
  file.exec('DROP TABLE streams');
  file.close();
  const store = openSqliteStore({ dir });
  await store.append('case-new', 'none', createTestEvents(1));
  await store.close();
});
