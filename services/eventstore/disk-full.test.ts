/** A full disk: writes are refused, reads work, and everything works again once there is space. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createCase } from '../api/testing/case-steps.ts';
import { openTestServer } from '../api/testing/test-server.ts';
import { withDiskErrors } from '../files/disk.ts';
import { diskFullRefusalOf } from './disk-full.ts';
import { createGroupCommit, guardFileAccess } from './group-commit.ts';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'archline-no-room-'));
});
afterEach(() => rmSync(dir, { recursive: true }));

const refused = { refusal: 'diskFull', http: 503, code: 104080 };

/** A SQLite file with a size limit, so that a statement fails half-way as on a full disk. */
function smallFile() {
  const db = new DatabaseSync(join(dir, 'small.db'));
  db.exec('PRAGMA journal_mode = WAL; CREATE TABLE kept (text TEXT NOT NULL) STRICT;');
  const put = db.prepare('INSERT INTO kept (text) VALUES (?)');
  return {
    db,
    put: (size: number) => put.run('x'.repeat(size)),
    pages: (most: number) => db.exec(`PRAGMA max_page_count = ${most}`),
    count: () => db.prepare('SELECT count(*) AS n FROM kept').get()?.n,
  };
}

test('full disk refuses a whole group without a trace, and the next group succeeds', async () => {
  const { db, put, pages, count } = smallFile();
  const failures: Error[] = [];
  let undone = 0;
  const group = createGroupCommit(db, {
    onFatal: error => failures.push(error),
    onRollback: () => {
      undone += 1;
    },
  });
  await group.submit(() => put(10));
  pages(4);
  const both = [group.submit(() => put(10)), group.submit(() => put(50_000))];
  for (const one of both) await expect(one).rejects.toMatchObject(refused);
  expect([count(), undone, failures, db.isTransaction]).toEqual([1, 1, [], false]);
  // A smaller write may still fit on the full disk.
  await group.submit(() => put(10));
  pages(1000);
  await Promise.all([group.submit(() => put(50_000)), group.submit(() => put(10))]);
  expect([count(), undone, failures]).toEqual([4, 1, []]);
  expect(() =>
    guardFileAccess(
      error => failures.push(error),
      () => put(9_000_000),
    ),
  ).toThrow('diskFull');
  expect(failures).toEqual([]);
  db.close();
});

test('full disk and unavailable service are different refusals', async () => {
  const failing = (code: string) => () => Promise.reject(Object.assign(new Error(code), { code, errno: -1 }));
  await expect(withDiskErrors(failing('ENOSPC'))).rejects.toMatchObject(refused);
  await expect(withDiskErrors(failing('EDQUOT'))).rejects.toMatchObject(refused);
  await expect(withDiskErrors(failing('EIO'))).rejects.toMatchObject({ refusal: 'fileStoreDown' });
});

test('full disk is answered over HTTP with 503 and a retry time; reads work, and a retry with the same key runs once', async () => {
  let full = false;
  const bench = await openTestServer({
    wrap: store => ({
      ...store,
      append: async (...args) => {
        if (full) throw diskFullRefusalOf(new Error('injected'));
        return store.append(...args);
      },
    }),
  });
  const caseId = await createCase(bench);
  const body = { name: '张雨桐' };
  const headers = { 'Idempotency-Key': crypto.randomUUID() };
  const save = () => bench.put(`/api/cases/${caseId}/patient`, { as: 'doctor', body, headers });
  await bench.tokenOf('assistant');
  full = true;
  const answer = await save();
  expect([answer.status, answer.code, answer.headers.get('Retry-After')]).toEqual([503, 104080, '30']);
  expect(answer.message).toMatch(/^The server's disk is full/);
  expect((await bench.get(`/api/cases/${caseId}`, { as: 'assistant' })).status).toBe(200);
  full = false;
  for (let i = 0; i < 2; i++) expect((await save()).status).toBe(200);
  const events = await Array.fromAsync(bench.deps.store.read(`case-${caseId}`));
  expect(events.filter(({ type }) => type === 'SectionSaved')).toHaveLength(1);
  await bench.close();
});
