/** What a plan's occlusion measures, as it was written with the plan's pictures. */
import { json } from 'node:stream/consumers';
import type { Measured } from '#events/plan/occlusion.ts';
import type { BlobName, Blobs } from '../files/blobs.ts';

/** @param part of `planPart`; null where there is none, or where it has been erased since */
export const occlusionIn = async (
  blobs: Pick<Blobs, 'read'>,
  part: BlobName | undefined,
): Promise<Measured[] | null> =>
  // The boundary: this release wrote it, in `drawPlan`.
  part ? ((await json(blobs.read(part)).catch(() => null)) as Measured[] | null) : null;
