/** All of sharing, put together over the server's parts. */
import type { Blobs } from '../files/blobs.ts';
import type { Previews } from '../previews/previews.ts';
import { createShareLimits } from './limits.ts';
import { createPayloads } from './payload.ts';
import { createShares, type ShareDeps } from './shares.ts';

/** Where the bytes lie that links hand out, and what is made of them. Without it a link tells facts, and has no picture. */
export type SharedFiles = { blobs: Blobs; previews: Previews };

const noFiles: Pick<Blobs, 'size'> = { size: async () => undefined };
const noPreviews: Previews = { of: async () => undefined };

export function createSharing(deps: ShareDeps, files?: SharedFiles) {
  // The boundary: nothing is read where nothing has a size.
  const { blobs, previews } = files ?? { blobs: noFiles as Blobs, previews: noPreviews };
  return {
    shares: createShares(deps),
    limits: createShareLimits(),
    payloads: createPayloads({ blobs, previews }),
    blobs,
  };
}

export type SharingParts = ReturnType<typeof createSharing>;
