/** Assembles all parts of sharing. */
import type { Blobs } from '../files/blobs.ts';
import type { Previews } from '../previews/previews.ts';
import { createLinkPayloads } from './link-payload.ts';
import { createShareLimits } from './share-limits.ts';
import { createShares, type ShareDeps } from './shares.ts';

/** Storage of the files and previews that links give access to. Without it a link has facts only. */
export type SharedFileStorage = { blobs: Blobs; previews: Previews };

const noFiles: Pick<Blobs, 'size'> = { size: async () => undefined };
const noPreviews: Previews = { of: async () => undefined };

export function createSharing(deps: ShareDeps, files?: SharedFileStorage) {
  // Cast: nothing is read from these stubs, because no file in them has a size.
  const { blobs, previews } = files ?? { blobs: noFiles as Blobs, previews: noPreviews };
  return {
    shares: createShares(deps),
    limits: createShareLimits(),
    payloads: createLinkPayloads({ blobs, previews }),
    blobs,
  };
}

export type SharingParts = ReturnType<typeof createSharing>;
