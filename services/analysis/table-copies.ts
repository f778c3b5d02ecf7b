/** Removes copies of segments that no manifest in the bucket names any more: an erased patient's facts leave every machine. */
import { filesOfManifest, readManifest } from './manifest.ts';
import type { BucketTableStore } from './table-bucket.ts';
import type { TableCleaner } from './table-cleaner.ts';
import { listOrganisationsIn } from './table-folders.ts';

/** Longer than most questions read the files with which they began. Others get a copy again while the bucket has the segment. */
const RETIRED_MS = 20_000;
/** Without the bucket nobody knows what was erased. */
const UNKNOWN_MS = 30_000;

/** `unnamed`: time (ms) since which no manifest names a copy. `at`: time of the last look. */
type Known = { unnamed: ReadonlyMap<string, number>; at: number };

export function createCopyCleaner(tableStore: BucketTableStore, logId: string): TableCleaner {
  const organisations = new Map<string, Known>();
  const clean = async (orgId: string, now: number) => {
    const files = tableStore.organisation(orgId);
    const before = organisations.get(orgId) ?? { unnamed: new Map(), at: now };
    organisations.set(orgId, before);
    try {
      const manifest = await readManifest(files, logId);
      const named = new Set(manifest ? filesOfManifest(manifest).map(({ file }) => file) : []);
      const unnamed = files.copies().filter(name => !named.has(name));
      const since = new Map(unnamed.map(name => [name, before.unnamed.get(name) ?? now]));
      organisations.set(orgId, { unnamed: since, at: now });
      await files.dropCopies(unnamed.filter(name => now - (since.get(name) ?? now) >= RETIRED_MS));
    } catch (error) {
      if (now - before.at >= UNKNOWN_MS) await files.dropCopies(files.copies());
      throw error;
    }
  };
  return {
    look: async now => {
      for (const orgId of await listOrganisationsIn(tableStore.dir)) await clean(orgId, now);
    },
  };
}
