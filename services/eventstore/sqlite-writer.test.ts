import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestEvent, createTestEvents } from './contract/context.ts';
import { toUnplacedRows } from './row.ts';
import { openWriterConnection } from './schema.ts';
import { createSqliteWriter, type SqliteWriter } from './sqlite-writer.ts';

let dir: string;
let db: DatabaseSync;
let writer: SqliteWriter;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'archline-writer-'));
  db = openWriterConnection({ dir, newId: () => 'log' });
  writer = createSqliteWriter(db);
});
afterEach(() => {
  db.close();
  rmSync(dir, { recursive: true });
});

const append = (stream: string, expected: 'none' | 'any', ...ids: string[]) =>
  writer.append(
    stream,
    expected,
    toUnplacedRows(
      stream,
      ids.map(id => createTestEvent(id)),
    ),
  );

test('rolled-back transaction returns its positions, revisions and stream numbers', () => {
  db.exec('BEGIN');
  append('case-a', 'none', 'a0', 'a1');
  db.exec('COMMIT');
  writer.committed();
  db.exec('BEGIN');
  append('case-a', 'any', 'a2');
  append('case-b', 'none', 'b0');
  expect(writer.head()).toBe(2);
  db.exec('ROLLBACK');
  writer.rolledBack();
  db.exec('BEGIN');
  expect(append('case-c', 'none', 'c0')).toEqual({ revision: 0n, position: 3n, repeated: false });
  expect(append('case-b', 'none', 'b0')).toEqual({ revision: 0n, position: 4n, repeated: false });
  expect(append('case-a', 'any', 'a2')).toEqual({ revision: 2n, position: 5n, repeated: false });
  db.exec('COMMIT');
  writer.committed();
  expect(writer.head()).toBe(5);
});

test('id matches an earlier uuid only in the same canonical spelling', () => {
  const id = '0190b0e6-0000-7000-8000-00000000000a';
  const spellings = [id, id.toUpperCase(), id.replaceAll('-', ''), `{${id}}`, `${id}\n`, `${id}\0`];
  db.exec('BEGIN');
  expect(append('case-a', 'none', ...spellings).revision).toBe(5n);
  for (const [i, spelling] of spellings.entries())
    expect(append('case-a', 'none', spelling)).toMatchObject({ revision: BigInt(i), repeated: true });
  db.exec('COMMIT');
});

test('writer finds a stream that another writer of the file has created, as the next process does', () => {
  db.exec('BEGIN');
  append('case-a', 'none', 'a0');
  db.exec('COMMIT');
  const next = createSqliteWriter(db);
  db.exec('BEGIN');
  expect(next.append('case-a', 0n, toUnplacedRows('case-a', createTestEvents(2)))).toMatchObject({
    revision: 2n,
    position: 3n,
  });
  expect(() => next.append('case-b', 0n, toUnplacedRows('case-b', createTestEvents(1)))).toThrow(/is at -1/);
  db.exec('COMMIT');
  expect(db.prepare('SELECT name FROM streams').all()).toEqual([{ name: 'case-a' }]);
});
