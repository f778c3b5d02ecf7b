/** What is to be known of a version before anybody relies on it: read from the case as it stands now. Pure. */
import type { ReviewStatus } from '../plan/plan.ts';

/** `proposal`: the doctor has not decided; `changing`: refused or taken back; `newer`: another one has its place. */
export type Doubt = 'proposal' | 'changing' | 'newer';

type Reviewed = { version: number; status: ReviewStatus };

/**
 * Null where the version is the newest that the doctor has approved: a newer one that waits for its review takes
 * nothing from an approval that holds.
 * @param list all versions
 */
export function doubtOf(version: number, list: readonly Reviewed[]): Doubt | null {
  const status = list.find(one => one.version === version)?.status ?? 'unreviewed';
  const later = list.filter(other => other.version > version);
  const replaced = status === 'approved' ? later.some(one => one.status === 'approved') : later.length > 0;
  if (replaced) return 'newer';
  if (status === 'approved') return null;
  return status === 'rejected' ? 'changing' : 'proposal';
}
