/** Contract of snapshot storage, run by each adapter's tests. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { SnapshotStore } from './port.ts';

const [one, other] = ['1'.repeat(64), '2'.repeat(64)];
const hourMs = 3_600_000;
/** Larger than a single piece. */
const large = 20 * 1024 * 1024;

/** @param open opens an empty storage, another one for each call; `again` opens the same one again */
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

    test('what one node keeps another one fetches, of whatever size; of each name its own', async () => {
      const bytes = Buffer.alloc(large, 'rows');
      await opened.store.keep(one, file(bytes));
      await opened.store.keep(other, file('other'));
      expect((await fetched(opened.again(), one))?.equals(bytes)).toBe(true);
      expect(String(await fetched(opened.again(), other))).toBe('other');
    });

    test('the newest is the one, whoever kept it', async () => {
      await opened.store.keep(one, file('first'));
      await opened.again().keep(one, file('second'));
      expect(String(await fetched(opened.store, one))).toBe('second');
      await opened.store.keep(one, file('third'));
      expect(String(await fetched(opened.again(), one))).toBe('third');
    });

    test('where nothing is kept there is nothing, and nothing to drop', async () => {
      expect(await fetched(opened.store, one)).toBeUndefined();
      await opened.store.drop(Date.now());
    });

    test('those that were kept before a time go, and no others', async () => {
      await opened.store.keep(one, file('rows'));
      await opened.store.drop(Date.now() - hourMs);
      expect(String(await fetched(opened.store, one))).toBe('rows');
      await opened.store.drop(Date.now() + hourMs);
      expect(await fetched(opened.store, one)).toBeUndefined();
    });

    test('what is no name of one is refused', async () => {
      for (const name of ['../vault', 'F'.repeat(64), ''])
        await expect(opened.store.keep(name, file('rows'))).rejects.toThrow(/not a name/);
    });
  });
}
