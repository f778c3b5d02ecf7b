/**
 * Reads a version's plan.json from storage and validates it again, because an older release may have accepted
 * it.
 */

import type { PlanBundle } from '#events/plan/bundle.ts';
import { planBundleSchema } from '#events/plan/bundle-schema.ts';
import type { Blobs } from './blobs.ts';
import { exceedsJsonLimits, parseJsonFile, planJsonLimits } from './checks/json-limits.ts';

/** Maximum size of a plan.json. Larger files were never accepted. */
const mostBytes = 8 * 1024 * 1024;
type Files = readonly { sha256: string; mime: string }[];

/** Parses a plan.json. Returns null if it holds no plan. */
export function parsePlanBundle(bytes: Buffer): PlanBundle | null {
  return exceedsJsonLimits(bytes, planJsonLimits)
    ? null
    : (planBundleSchema.safeParse(parseJsonFile(bytes)).data ?? null);
}

/**
 * Reads a version's plan; null if it has no plan.json, or a plan.json that contains only numbers of stages.
 * @throws Refusal fileStoreDown
 */
export async function readPlanBundle(
  blobs: Pick<Blobs, 'size' | 'read'>,
  orgId: string,
  files: Files,
): Promise<PlanBundle | null> {
  const file = files.find(f => f.mime === 'application/json');
  if (!file) return null;
  const blob = { orgId, sha256: file.sha256 };
  if (((await blobs.size(blob)) ?? Number.POSITIVE_INFINITY) > mostBytes) return null;
  const chunks: Buffer[] = [];
  for await (const chunk of blobs.read(blob)) chunks.push(Buffer.from(chunk));
  return parsePlanBundle(Buffer.concat(chunks));
}
