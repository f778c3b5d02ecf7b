import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { START } from '#events/log-position.ts';
import { collectItems, createTestEvent, createTestEvents, numbersUpTo } from './contract/context.ts';
import { FolderInUseError } from './folder-lock.ts';
import { openSqliteReader, openSqliteStore } from './sqlite.ts';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'archline-sqlite-'));
});
afterEach(() => rmSync(dir, { recursive: true }));

/** A commit schedule that the test triggers. */
function held() {
  let waiting: (() => void)[] = [];
  return {
    schedule: (commit: () => void) => void waiting.push(commit),
    asked: () => waiting.length,
    run: () => {
      const due = waiting;
      waiting = [];
      for (const commit of due) commit();
    },
  };
}

/** Number of committed events, as another connection reads it: the state after a crash at this moment. */
function committed(): number {
  const db = new DatabaseSync(join(dir, 'events.db'), { readOnly: true });
  const count = Number(db.prepare('SELECT count(*) AS n FROM events').get()?.n);
  db.close();
  return count;
}

test('appends of one turn share a transaction and are answered after it', async () => {
  const turn = held();
  const store = openSqliteStore({ dir, schedule: turn.schedule });
  const answered: number[] = [];
  const appends = numbersUpTo(32).map(i =>
    store.append(`case-${i}`, 'none', [createTestEvent('x')]).then(() => answered.push(committed())),
  );
  const refused = store.append('case-1', 5n, [createTestEvent('y')]).catch((error: Error) => error.name);
  await Promise.resolve();
  expect(turn.asked()).toBe(1);
  expect(committed()).toBe(0);
  expect(await store.head()).toBe(0n);
  turn.run();
  await Promise.all(appends);
  expect(answered).toEqual(numbersUpTo(32).map(() => 32));
  expect(await refused).toBe('WrongRevisionError');
  await store.close();
});

test('close commits the waiting appends', async () => {
  const turn = held();
  const store = openSqliteStore({ dir, schedule: turn.schedule });
  const append = store.append('case-a', 'none', createTestEvents(3));
  await Promise.resolve();
  await store.close();
  await expect(append).resolves.toMatchObject({ position: 3n });
  expect(committed()).toBe(3);
});

test('a second process is refused with a clear message until the first one closes', async () => {
  const store = openSqliteStore({ dir });
  expect(() => openSqliteStore({ dir })).toThrow(FolderInUseError);
  expect(() => openSqliteStore({ dir })).toThrow(
    `The data folder ${dir} is in use by another Archline process.`,
  );
  await store.append('case-a', 'none', createTestEvents(1));
  await store.close();
  const next = openSqliteStore({ dir });
  expect(await next.head()).toBe(1n);
  await next.close();
});

test('a file of another version is refused with a clear message and unlocked again', async () => {
  await openSqliteStore({ dir }).close();
  const db = new DatabaseSync(join(dir, 'events.db'));
  db.exec('PRAGMA user_version = 99');
  expect(() => openSqliteStore({ dir })).toThrow(/format 99/);
  db.exec('PRAGMA user_version = 2');
  db.close();
  await openSqliteStore({ dir }).close();
});

test('a reader beside the writer sees committed events', async () => {
  const store = openSqliteStore({ dir });
  await store.append('case-a', 'none', createTestEvents(3));
  const reader = openSqliteReader({ dir });
  expect(reader.id).toBe(store.id);
  await store.append('case-a', 'any', [createTestEvent('later')]);
  expect(await reader.head()).toBe(4n);
  expect(await collectItems(reader.readAll())).toEqual(await collectItems(store.readAll()));
  expect(await reader.find('case-a', 'later')).toMatchObject({ position: 4n });
  await reader.close();
  await store.close();
});

test('a failing file is fatal: no append is acknowledged, then or later', async () => {
  const failures: Error[] = [];
  const store = openSqliteStore({ dir, onFatal: error => failures.push(error) });
  await store.append('case-a', 'none', createTestEvents(1));
  const saboteur = new DatabaseSync(join(dir, 'events.db'));
  saboteur.exec('DROP TABLE events');
  saboteur.close();
  const appends = await Promise.allSettled(
    [1, 2].map(i => store.append(`case-${i}`, 'none', createTestEvents(1))),
  );
  expect(appends.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(failures).toHaveLength(1);
  await expect(store.append('case-a', 'any', createTestEvents(1, 'later'))).rejects.toThrow(
    /the file failed/,
  );
  await expect(collectItems(store.readAll())).rejects.toThrow();
  expect(failures).toHaveLength(2);
  await store.close();
});

test('a file locked by another program fails an append, not the process', async () => {
  const failures: Error[] = [];
  const store = openSqliteStore({ dir, busyMilliseconds: 1, onFatal: error => failures.push(error) });
  const other = new DatabaseSync(join(dir, 'events.db'));
  other.exec('BEGIN IMMEDIATE');
  await expect(store.append('case-a', 'none', createTestEvents(1))).rejects.toThrow(/locked/);
  other.exec('ROLLBACK');
  other.close();
  await expect(store.append('case-a', 'none', createTestEvents(1))).resolves.toMatchObject({ position: 1n });
  expect(failures).toEqual([]);
  await store.close();
});

test('a batch has fewer events if they are large', async () => {
  const store = openSqliteStore({ dir });
  const large = numbersUpTo(10).map(i => createTestEvent(`e${i}`, { data: 'x'.repeat(1_000_000) }));
  for (const one of large) await store.append('case-a', 'any', [one]);
  const sizes = (await collectItems(store.readBatches())).map(batch => batch.length);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(3);
  expect(sizes.reduce((a, b) => a + b)).toBe(10);
  const { signal } = new AbortController();
  const live = await collectItems(store.subscribe(START, { signal }), 10);
  expect(live.map(({ id }) => id)).toEqual(large.map(({ id }) => id));
  expect((await collectItems(store.read('case-a'))).map(({ id }) => id)).toEqual(large.map(({ id }) => id));
  await store.close();
});
