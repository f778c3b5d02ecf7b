/**
 * Removes the files of manifests that were replaced: no question reads them any more. Older manifests stay until then and name
 * them, so that any process can do it, whether the log is followed or not.
 */
import { filesOf, manifestName, manifestNumbers, readNumbered } from './manifest.ts';
import type { TableFiles } from './table-files.ts';

export type RetiredFiles = {
  /** Removes the files of manifests that have been replaced for some time. @param now in ms */
  remove(now: number): Promise<void>;
};

/** Longer than any question reads the files with which it began. */
const RETIRED_MS = 20_000;

export function createRetiredFiles(files: TableFiles): RetiredFiles {
  /** Since when this process has known that a manifest is replaced. */
  const replaced = new Map<number, number>();
  return {
    remove: async now => {
      const [newest, ...older] = manifestNumbers(await files.names());
      if (newest === undefined) return;
      for (const number of older) if (!replaced.has(number)) replaced.set(number, now);
      for (const number of replaced.keys()) if (!older.includes(number)) replaced.delete(number);
      const old = older.filter(number => now - (replaced.get(number) ?? now) >= RETIRED_MS);
      if (old.length === 0) return;
      const named = new Set<string>();
      for (const number of [newest, ...older].filter(one => !old.includes(one))) {
        const manifest = await readNumbered(files, number);
        // Without its names nothing can be told to be unnamed.
        if (!manifest) return;
        for (const { file } of filesOf(manifest)) named.add(file);
      }
      for (const number of old) {
        const manifest = await readNumbered(files, number);
        const names = manifest ? filesOf(manifest).map(({ file }) => file) : [];
        await files.remove([...names.filter(name => !named.has(name)), manifestName(number)]);
      }
    },
  };
}
