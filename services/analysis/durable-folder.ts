/**
 * A folder of files that are written whole or not at all: beside, fsynced, renamed, then the folder fsynced. A process
 * that is killed leaves the old file or the new one.
 */
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isErrno, syncPath } from '../files/disk.ts';
import type { Log } from '../logging/log.ts';
import type { Bucket } from '../s3/bucket.ts';

export type DurableFolder = {
  /** The file's bytes; undefined if there is none. @param name path below the folder, with slashes */
  read(name: string): Promise<Uint8Array | undefined>;
  /** Resolves once the file is durable. */
  write(name: string, bytes: Uint8Array): Promise<void>;
  remove(name: string): Promise<void>;
};

export function createDurableFolder(dir: string): DurableFolder {
  const pathOf = (name: string) => join(dir, ...name.split('/'));
  return {
    read: async name => {
      try {
        return await readFile(pathOf(name));
      } catch (error) {
        if (isErrno(error, 'ENOENT')) return undefined;
        throw error;
      }
    },
    write: async (name, bytes) => {
      const path = pathOf(name);
      const folder = dirname(path);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const draft = await open(`${path}.new`, 'w', 0o600);
      try {
        await draft.writeFile(bytes);
        await draft.sync();
      } finally {
        await draft.close();
      }
      await rename(`${path}.new`, path);
      await syncPath(folder);
    },
    remove: name => rm(pathOf(name), { force: true }),
  };
}

/**
 * A folder whose files are also in a bucket, so that a new node does not make them again. Every node writes the same bytes, so it
 * does not matter whose are kept. The bucket is a help: the own folder does without it.
 */
export function createSharedFolder(
  own: DurableFolder,
  bucket: Pick<Bucket, 'get' | 'put' | 'delete'>,
  { prefix, log }: { prefix: string; log: Pick<Log, 'warn'> },
): DurableFolder {
  const helped = async <T>(work: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await work();
    } catch (err) {
      log.warn({ err }, 'sharing files of the track failed');
      return undefined;
    }
  };
  return {
    read: async name => {
      const known = await own.read(name);
      if (known) return known;
      const shared = await helped(() => bucket.get(prefix + name));
      if (shared) await own.write(name, shared.bytes);
      return shared?.bytes;
    },
    write: async (name, bytes) => {
      await own.write(name, bytes);
      await helped(() => bucket.put(prefix + name, bytes));
    },
    remove: async name => {
      await own.remove(name);
      await helped(() => bucket.delete(prefix + name));
    },
  };
}

/** A folder in memory, for tests and for servers without a data folder. */
export function createMemoryFolder(): DurableFolder {
  const files = new Map<string, Uint8Array>();
  return {
    read: async name => files.get(name),
    write: async (name, bytes) => {
      files.set(name, bytes);
    },
    remove: async name => {
      files.delete(name);
    },
  };
}
