/** Reads a plan's occlusal measures, stored with its pictures. */
import { json } from 'node:stream/consumers';
import type { OcclusionByStage } from '#events/plan/occlusion.ts';
import type { BlobName, Blobs } from '../files/blobs.ts';

/** @param part result of `ensurePlanPartBlob`; null if the plan has no shapes, or was erased since */
export const readOcclusion = async (
  blobs: Pick<Blobs, 'read'>,
  part: BlobName | undefined,
): Promise<OcclusionByStage[] | null> =>
  // Cast: this release wrote it in `drawPlan`.
  part ? ((await json(blobs.read(part)).catch(() => null)) as OcclusionByStage[] | null) : null;
