/**
 * Removes the files of manifests that were replaced: no question reads them any more. Older manifests stay until then and name
 * them, so that any process can do it, whether the log is followed or not.
 */
import {
  filesOfManifest,
  type Manifest,
  manifestNameOf,
  parseManifestNumbers,
  readManifestOfNumber,
} from './manifest.ts';
import type { TableFiles } from './table-files.ts';

export type RetiredFileRemover = {
  /** Removes the files of manifests that have been replaced for some time. @param now in ms */
  remove(now: number): Promise<void>;
};

/** Longer than any question and download reads the files with which it began. */
const RETIRED_MS = 55_000;
/** Delay before replaced facts are removed. With the time until an erasure is noticed, it stays below a minute. */
const RETIRED_FACTS_MS = 30_000;

const factsIn = ({ tables, tails }: Manifest): Pick<Manifest, 'tables' | 'tails'> => ({
  tables: { events: [], stays: [], cases: [], objects: [], relations: [], case_facts: tables.case_facts },
  tails: tails.case_facts ? { case_facts: tails.case_facts } : {},
});
const everything = (manifest: Manifest): Pick<Manifest, 'tables' | 'tails'> => manifest;

type Kept = { number: number; manifest: Manifest | undefined; age: number };

export function createRetiredFileRemover(files: TableFiles): RetiredFileRemover {
  /** Time (ms) at which this process noticed that a manifest was replaced. */
  const replaced = new Map<number, number>();
  /** Manifests never change. */
  const known = new Map<number, Manifest | undefined>();

  const read = async (number: number): Promise<Manifest | undefined> => {
    if (!known.has(number)) known.set(number, await readManifestOfNumber(files, number));
    return known.get(number);
  };
  const forget = (numbers: readonly number[]) => {
    for (const number of [...replaced.keys(), ...known.keys()])
      if (!numbers.includes(number)) {
        replaced.delete(number);
        known.delete(number);
      }
  };
  /** Removes what only manifests of an age name. */
  const removeOlder = async (kept: readonly Kept[], ms: number, part: typeof factsIn) => {
    const namesOf = (some: readonly Kept[]) =>
      some.flatMap(({ manifest }) =>
        manifest ? filesOfManifest(part(manifest)).map(({ file }) => file) : [],
      );
    const named = new Set(namesOf(kept.filter(({ age }) => age < ms)));
    const old = kept.filter(({ age }) => age >= ms);
    await files.remove([...new Set(namesOf(old))].filter(name => !named.has(name)));
  };

  return {
    remove: async now => {
      const numbers = parseManifestNumbers(await files.names());
      forget(numbers);
      const kept: Kept[] = [];
      for (const [i, number] of numbers.entries()) {
        if (i > 0 && !replaced.has(number)) replaced.set(number, now);
        const age = i === 0 ? Number.NEGATIVE_INFINITY : now - (replaced.get(number) ?? now);
        kept.push({ number, manifest: await read(number), age });
      }
      // Without the newest manifest it is unknown which files it names, so none is removed.
      if (!kept[0]?.manifest || kept.every(({ age }) => age < RETIRED_FACTS_MS)) return;
      await removeOlder(kept, RETIRED_FACTS_MS, factsIn);
      await removeOlder(kept, RETIRED_MS, everything);
      const old = kept.filter(({ age }) => age >= RETIRED_MS);
      await files.remove(old.map(({ number }) => manifestNameOf(number)));
    },
  };
}
