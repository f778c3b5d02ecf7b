/**
 * Cache of previews for test servers. Every demo has the same files, and drawing the previews that tests look at takes
 * a server ten seconds of processor time.
 */
import { copyFile, mkdir, readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { hashOfSources } from '../setup/install.mjs';
import { demoCacheFolder } from './demo.ts';

/** Sources that determine how a preview looks. */
const drawing = ['events', 'services/files', 'services/previews', 'workers', 'package-lock.json'];

/** Names of files and folders in a folder; none if it does not exist. */
const namesIn = (folder: string): Promise<string[]> => readdir(folder).catch(() => []);

/** The name of the file to which a preview belongs: the preview is next to it, as `<file>.<part>`. */
const recordOf = (name: string) => name.split('.', 1)[0] ?? '';

/**
 * Copies the cached previews of a data folder's files into that folder. Call it before a server starts there.
 * @param caches folder of the cache
 * @returns a function that adds the previews drawn since to the cache; call it after the server has ended
 */
export async function restoreCachedPreviews(
  dataDir: string,
  caches = demoCacheFolder,
): Promise<() => Promise<void>> {
  const files = join(dataDir, 'files');
  // The name contains no time of creation, so the cache is deleted together with the demos.
  const cache = join(caches, `previews-of${hashOfSources(drawing).slice(0, 16)}`);
  const records = new Map<string, ReadonlySet<string>>();
  for (const org of await namesIn(files)) {
    const [ours, folder] = [join(files, org), join(cache, org)];
    records.set(org, new Set(await namesIn(ours)));
    await mkdir(folder, { recursive: true });
    for (const name of await namesIn(folder))
      if (records.get(org)?.has(recordOf(name))) await copyFile(join(folder, name), join(ours, name));
  }
  return async () => {
    for (const [org, before] of records) {
      const [ours, folder] = [join(files, org), join(cache, org)];
      const known = new Set(await namesIn(folder));
      for (const name of await namesIn(ours)) {
        if (before.has(name) || known.has(name) || !before.has(recordOf(name))) continue;
        // Renamed only when complete, because other test workers read the cache.
        const unfinished = join(cache, `${process.pid}-${name}`);
        await copyFile(join(ours, name), unfinished);
        await rename(unfinished, join(folder, name));
      }
    }
  };
}
