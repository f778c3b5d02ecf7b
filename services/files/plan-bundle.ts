/** The plan.json of a version, read from where its bytes lie and checked again: an older release may have let it in. */

import type { PlanBundle } from '#events/plan/bundle.ts';
import { planBundle } from '#events/plan/bundle-schema.ts';
import type { Blobs } from './blobs.ts';

/** No upload of a plan.json was let through that is larger. */
const mostBytes = 8 * 1024 * 1024;

type Files = readonly { sha256: string; mime: string }[];

function parsed(text: string): PlanBundle | null {
  try {
    const found = planBundle.safeParse(JSON.parse(text.replace(/^\ufeff/, '')));
    return found.success ? found.data : null;
  } catch {
    return null;
  }
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
  return parsed(Buffer.concat(chunks).toString('utf8'));
}
