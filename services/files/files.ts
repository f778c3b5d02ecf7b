/** The files of an installation, put together: what main.ts opens and the API, the worker and the seed share. */
import { join } from 'node:path';
import type { CaseStreams } from '../case-streams.ts';
import type { Clock, Ids } from '../clock.ts';
import type { EventStore } from '../eventstore/port.ts';
import type { Perform } from '../perform.ts';
import type { Vault } from '../vault/port.ts';
import { createFileAccess } from './access.ts';
import type { Blobs } from './blobs.ts';
import { createDiskBlobs } from './disk.ts';
import { sweepUploads } from './sweep.ts';
import { createUploads, type Uploads } from './uploads.ts';

export type Files = {
  blobs: Blobs;
  uploads: Uploads;
  access: ReturnType<typeof createFileAccess>;
  /** Removes what has been unattached for seven days; to be called now and then. */
  sweep(): Promise<number>;
};

export type FilesDeps = {
  dataDir: string;
  vault: Vault;
  clock: Clock;
  ids: Ids;
  store: EventStore;
  streams: Pick<CaseStreams, 'load'>;
  perform: Pick<Perform, 'attach'>;
};

/** Where blobs lie in a data folder. */
export const blobsOf = (dataDir: string): Blobs => createDiskBlobs(join(dataDir, 'files'));

export function openFiles(deps: FilesDeps): Files {
  const { vault, clock, ids, store } = deps;
  const dir = join(deps.dataDir, 'uploads');
  const blobs = blobsOf(deps.dataDir);
  const caseOf = async (caseId: string) => {
    const state = await deps.streams.load(caseId);
    return state.revision < 0 ? undefined : state;
  };
  const uploads = createUploads({ dir, blobs, vault, clock, ids, caseOf, attach: deps.perform.attach });
  return {
    blobs,
    uploads,
    access: createFileAccess({ vault, store, caseOf }),
    sweep: () => sweepUploads({ dir, vault, store, clock, uploads }),
  };
}
