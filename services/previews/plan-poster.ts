/** Picture of a plan version at a stage, drawn on demand from its files. */
import { lastStage, type PlanBundle } from '#events/plan/bundle.ts';
import { type BlobName, type Blobs, type PlanPart, stagePart } from '../files/blobs.ts';
import { readPlanBundle } from '../files/plan-bundle.ts';
import type { Previews } from './previews.ts';
import { planMime, stageMime } from './record-drawing.ts';

export type PlanVersionFiles = { orgId: string; files: readonly { sha256: string; mime: string }[] };

/**
 * Draws a part of a plan version unless it is stored, and returns its blob's name; undefined if the version is not a bundle
 * with shapes.
 * @param bundle content of its plan.json, if already read
 * @throws Refusal fileStoreDown
 */
export async function ensurePlanPartBlob(
  { blobs, previews }: { blobs: Pick<Blobs, 'size' | 'read'>; previews: Previews },
  { orgId, files }: PlanVersionFiles,
  part: PlanPart | { stage: number },
  { signal, bundle: read }: { signal?: AbortSignal; bundle?: PlanBundle } = {},
): Promise<BlobName | undefined> {
  const json = files.find(f => f.mime === 'application/json');
  const bundle = json && (read ?? (await readPlanBundle(blobs, orgId, files)));
  if (!json || !bundle) return undefined;
  const { teeth, coarse } = bundle.parts;
  const beside = [teeth, coarse].map(({ sha256 }) => ({ orgId, sha256 }));
  // Uses only shapes that are among the version's files.
  if (!beside.every(({ sha256 }) => files.some(f => f.sha256 === sha256))) return undefined;
  const seen = { orgId, sha256: json.sha256, slot: null, beside };
  if (typeof part === 'string') return previews.of({ ...seen, mime: planMime }, part, signal);
  const { stage } = part;
  if (stage > lastStage(bundle)) return undefined;
  return previews.of({ ...seen, mime: stageMime(stage) }, stagePart(stage), signal);
}
