/** Snapshots in a folder, which several nodes may share. */
import { copyFile, mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isErrno } from '../files/disk.ts';
import type { SnapshotStore } from './port.ts';

const safe = /^[0-9a-f]{64}$/;

export function openFolderSnapshots(dir: string): SnapshotStore {
  const pathOf = (name: string) => {
    if (!safe.test(name)) throw new Error('invalid snapshot name');
    return join(dir, name);
  };
  return {
    keep: async (name, file) => {
      await mkdir(dir, { recursive: true, mode: 0o700 });
      const whole = `${pathOf(name)}.${crypto.randomUUID()}`;
      await copyFile(file, whole);
      await rename(whole, pathOf(name));
    },
    fetch: async (name, into) => {
      try {
        await copyFile(pathOf(name), into);
        return true;
      } catch (error) {
        if (isErrno(error, 'ENOENT')) return false;
        throw error;
      }
    },
    drop: async before => {
      for (const name of await readdir(dir).catch(() => [])) {
        const path = join(dir, name);
        if ((await stat(path)).mtimeMs < before) await rm(path, { force: true });
      }
    },
  };
}
