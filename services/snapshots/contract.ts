/** Contract of snapshot storage, run by each adapter's tests. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { SnapshotStore } from './port.ts';

const [one, other] = ['1'.repeat(64), '2'.repeat(64)];
const hourMs = 3_600_000;
/** Size of a snapshot that needs more than one piece, in bytes. */
const large = 20 * 1024 * 1024;

/** @param open opens an empty storage, a new one for each call; `again` opens the same storage again */
export function describeSnapshots(
  name: string,
  open: () => Promise<{ store: SnapshotStore; again: () => SnapshotStore; dispose: () => Promise<void> }>,
): void {
  describe(`snapshots: ${name}`, () => {
    let opened: Awaited<ReturnType<typeof open>>;
    let dir: string;
    beforeEach(async () => {
      dir = mkdtempSync(join(tmpdir(), 'archline-kept-'));
      opened = await open();
    });
    afterEach(async () => {
      await opened.dispose();
      rmSync(dir, { recursive: true });
    });
    const file = (bytes: string | Buffer) => {
      const path = join(dir, crypto.randomUUID());
      writeFileSync(path, bytes);
      return path;
    };
    const fetched = async (store: SnapshotStore, which: string) => {
      const into = join(dir, crypto.randomUUID());
      return (await store.fetch(which, into)) ? readFileSync(into) : undefined;
    };

    test('shares snapshots of any size between nodes, separately by name', async () => {
      const bytes = Buffer.alloc(large, 'rows');
      await opened.store.keep(one, file(bytes));
      await opened.store.keep(other, file('other'));
      expect((await fetched(opened.again(), one))?.equals(bytes)).toBe(true);
      expect(String(await fetched(opened.again(), other))).toBe('other');
    });

    test('returns the newest snapshot, whichever node stored it', async () => {
      await opened.store.keep(one, file('first'));
      await opened.again().keep(one, file('second'));
      expect(String(await fetched(opened.store, one))).toBe('second');
      await opened.store.keep(one, file('third'));
      expect(String(await fetched(opened.again(), one))).toBe('third');
    });

    test('returns nothing and drops nothing while empty', async () => {
      expect(await fetched(opened.store, one)).toBeUndefined();
      await opened.store.drop(Date.now());
    });

    test('drops snapshots stored before a time, and no others', async () => {
      await opened.store.keep(one, file('rows'));
      await opened.store.drop(Date.now() - hourMs);
      expect(String(await fetched(opened.store, one))).toBe('rows');
      await opened.store.drop(Date.now() + hourMs);
      expect(await fetched(opened.store, one)).toBeUndefined();
    });

    test('refuses a malformed name', async () => {
      for (const name of ['../vault', 'F'.repeat(64), ''])
        await expect(opened.store.keep(name, file('rows'))).rejects.toThrow(/invalid snapshot name/);
    });
  });
}
