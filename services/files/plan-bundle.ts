/** The plan.json of a version, read from where its bytes lie and checked again: an older release may have let it in. */

import type { PlanBundle } from '#events/plan/bundle.ts';
import { planBundle } from '#events/plan/bundle-schema.ts';
import type { Blobs } from './blobs.ts';
import { isCrowded, jsonOf, planCrowd } from './checks/json-limits.ts';

/** No upload of a plan.json was let through that is larger. */
const mostBytes = 8 * 1024 * 1024;
type Files = readonly { sha256: string; mime: string }[];

/** The plan that a plan.json holds; null where it holds none. */
export function planOf(bytes: Buffer): PlanBundle | null {
  return isCrowded(bytes, planCrowd) ? null : (planBundle.safeParse(jsonOf(bytes)).data ?? null);
}

/**
 * What a version's files say of it; null where there is no plan.json among them, or one that says no more than its
 * stages.
 * @throws Refusal fileStoreDown
 */
export async function readPlan(
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
  return planOf(Buffer.concat(chunks));
}
