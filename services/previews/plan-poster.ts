/** A picture of a plan's version at one of its stages, drawn from its files when it is first asked for. */
import { lastStage, type PlanBundle } from '#events/plan/bundle.ts';
import { type BlobName, type Blobs, type PlanPart, stagePart } from '../files/blobs.ts';
import { readPlan } from '../files/plan-bundle.ts';
import { planMime, stageMime } from './draw.ts';
import type { Previews } from './previews.ts';

export type Version = { orgId: string; files: readonly { sha256: string; mime: string }[] };

/**
 * The part's name; undefined where the version is no bundle with its shapes.
 * @param bundle what its plan.json says, where that was read already
 * @throws Refusal fileStoreDown
 */
export async function planPart(
  { blobs, previews }: { blobs: Pick<Blobs, 'size' | 'read'>; previews: Previews },
  { orgId, files }: Version,
  part: PlanPart | { stage: number },
  { signal, bundle: read }: { signal?: AbortSignal; bundle?: PlanBundle } = {},
): Promise<BlobName | undefined> {
  const json = files.find(f => f.mime === 'application/json');
  const bundle = json && (read ?? (await readPlan(blobs, orgId, files)));
  if (!json || !bundle) return undefined;
  const { teeth, coarse } = bundle.parts;
  const beside = [teeth, coarse].map(({ sha256 }) => ({ orgId, sha256 }));
  // Shapes of another version are none of this one's.
  if (!beside.every(({ sha256 }) => files.some(f => f.sha256 === sha256))) return undefined;
  const seen = { orgId, sha256: json.sha256, slot: null, beside };
  if (typeof part === 'string') return previews.of({ ...seen, mime: planMime }, part, signal);
  const { stage } = part;
  if (stage > lastStage(bundle)) return undefined;
  return previews.of({ ...seen, mime: stageMime(stage) }, stagePart(stage), signal);
}
