/**
 * Local copies of remotely stored files, for code that reads a file by its path. Limited in bytes and in
 * time.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { open, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Clock, systemClock } from '../clock/clock.ts';
import { isErrno } from './disk.ts';

export type LocalCopiesOptions = {
  /** Dedicated folder of the copies. Its earlier content is deleted. */
  dir: string;
  /** Maximum bytes of all copies together. The newest copy alone may be larger. */
  maxBytes?: number;
  /** Milliseconds without use after which a copy is deleted. */
  maxIdleMs?: number;
  clock?: Clock;
};

export interface LocalCopies {
  /**
   * Returns the path of a copy, fetched if missing. An existing file is always complete.
   * @param fetch its errors are thrown
   * @param sha256 expected hash of the bytes
   */
  of(name: string, fetch: () => Readable, sha256?: string): Promise<string>;
  /** Path of the copy, if it exists. */
  pathOf(name: string): string;
  /** Deletes the copies whose names begin with this. */
  drop(begin: string): Promise<void>;
  /** Deletes the copies that were idle for too long. */
  tidy(): Promise<void>;
}

const gib = 1024 ** 3;
const hourMs = 3_600_000;

type Copy = { size: number; usedAt: number };

/** Passes bytes through. @throws Error at the end if their hash differs */
const checked = (sha256: string | undefined) =>
  async function* (source: AsyncIterable<Buffer>) {
    const hash = createHash('sha256');
    for await (const piece of source) {
      hash.update(piece);
      yield piece;
    }
    if (sha256 !== undefined && hash.digest('hex') !== sha256)
      throw new Error('the bytes do not match their hash');
  };

export function createLocalCopies(options: LocalCopiesOptions): LocalCopies {
  const { dir, maxBytes = 2 * gib, maxIdleMs = hourMs, clock = systemClock } = options;
  rmSync(dir, { recursive: true, force: true });
  mkdirSync(dir, { recursive: true });
  /** Copies in the order of their last use. */
  const copies = new Map<string, Copy>();
  const coming = new Map<string, Promise<void>>();
  let bytes = 0;
  let drafts = 0;
  const pathOf = (name: string) => join(dir, name.replaceAll('/', '_'));
  const remove = async (name: string) => {
    bytes -= copies.get(name)?.size ?? 0;
    copies.delete(name);
    await rm(pathOf(name), { force: true });
  };
  const used = (name: string, size: number) => {
    bytes += size - (copies.get(name)?.size ?? 0);
    copies.delete(name);
    copies.set(name, { size, usedAt: clock.now() });
  };
  const makeRoom = async (newest: string) => {
    for (const name of [...copies.keys()]) if (bytes > maxBytes && name !== newest) await remove(name);
  };
  const bring = async (name: string, fetch: () => Readable, sha256: string | undefined) => {
    const draft = join(dir, `.${++drafts}`);
    // Trap: a write stream opens its file later, perhaps after a failed pipeline has removed it.
    const file = await open(draft, 'w');
    try {
      await pipeline(fetch(), checked(sha256), file.createWriteStream());
      const { size } = await stat(draft);
      await rename(draft, pathOf(name));
      used(name, size);
      await makeRoom(name);
    } catch (error) {
      await file.close();
      await rm(draft, { force: true });
      throw error;
    }
  };
  const isThere = async (name: string, { size }: Copy) => {
    try {
      return (await stat(pathOf(name))).size === size;
    } catch (error) {
      if (isErrno(error, 'ENOENT')) return false;
      throw error;
    }
  };
  return {
    pathOf,
    of: async (name, fetch, sha256) => {
      const copy = copies.get(name);
      if (copy && (await isThere(name, copy))) {
        used(name, copy.size);
        return pathOf(name);
      }
      const begun = coming.get(name) ?? bring(name, fetch, sha256).finally(() => coming.delete(name));
      coming.set(name, begun);
      await begun;
      return pathOf(name);
    },
    drop: async begin => {
      for (const name of [...copies.keys()]) if (name.startsWith(begin)) await remove(name);
    },
    tidy: async () => {
      const before = clock.now() - maxIdleMs;
      for (const [name, { usedAt }] of [...copies]) if (usedAt <= before) await remove(name);
    },
  };
}
