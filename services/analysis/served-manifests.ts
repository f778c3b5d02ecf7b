/** The newest manifests, with the segments that they name in the local folder. Damaged segments are set aside. */
import { Refusal } from '#events/errors.ts';
import {
  commitManifest,
  filesOfManifest,
  type Manifest,
  ManifestNumberTakenError,
  manifestWithoutSegments,
  readManifest,
} from './manifest.ts';
import type { Segment } from './segments.ts';
import { fetchSegments, type TableStore } from './table-files.ts';

export type ServedManifests = {
  /** `manifest`: undefined for an organisation without cases. @throws Refusal notCaughtUp where no tables are kept yet */
  open(orgId: string): Promise<{ dir: string; manifest: Manifest | undefined }>;
  /** Replaces damaged copies of a manifest's segments, and sets segments aside that are damaged. @returns false if there are none */
  repair(orgId: string, manifest: Manifest): Promise<boolean>;
};

type Options = {
  tableStore: TableStore;
  logId: string;
  holder: string;
  onSetAside?: (segments: number) => void;
};

/** Attempts while another process commits meanwhile. */
const TRIES = 3;

export function createServedManifests({ tableStore, logId, holder, onSetAside }: Options): ServedManifests {
  /** Sets segments aside, unless the newest manifest does not name them any more. */
  const setAside = async (orgId: string, damaged: readonly Segment[]): Promise<void> => {
    const files = tableStore.organisation(orgId);
    const names = new Set(damaged.map(({ file }) => file));
    for (let tries = 0; tries < TRIES; tries++) {
      const manifest = await readManifest(files, logId);
      const count = manifest ? filesOfManifest(manifest).filter(({ file }) => names.has(file)).length : 0;
      if (!manifest || count === 0) return;
      try {
        await commitManifest(
          files,
          manifestWithoutSegments(manifest, ({ file }) => names.has(file)),
          holder,
        );
        return onSetAside?.(count);
      } catch (error) {
        if (!(error instanceof ManifestNumberTakenError)) throw error;
      }
    }
  };
  return {
    open: async orgId => {
      const files = tableStore.organisation(orgId);
      for (let tries = 0; tries < TRIES; tries++) {
        const manifest = await readManifest(files, logId);
        // No process keeps tables of this log so far.
        if (!manifest && !(await tableStore.isKept())) throw new Refusal('notCaughtUp');
        if (!manifest) return { dir: files.dir, manifest };
        const absent = await fetchSegments(files, filesOfManifest(manifest));
        if (absent.length === 0) return { dir: files.dir, manifest };
        await setAside(orgId, absent);
      }
      throw new Refusal('notCaughtUp');
    },
    repair: async (orgId, manifest) => {
      const { damaged, replaced } = await tableStore.organisation(orgId).check(filesOfManifest(manifest));
      if (damaged.length > 0) await setAside(orgId, damaged);
      return damaged.length + replaced > 0;
    },
  };
}
