/** Warning about a version's state, computed from the case as it is now. Pure. */
import type { ReviewStatus } from '../plan/plan.ts';

/**
 * `proposal`: the doctor has not decided; `changing`: refused or recalled; `newer`: replaced by another
 * version.
 */
export type VersionWarning = 'proposal' | 'changing' | 'newer';

type Reviewed = { version: number; status: ReviewStatus };

/**
 * Returns null for the newest version that the doctor approved. A newer one under review does not affect a
 * valid approval.
 * @param list all versions
 */
export function versionWarning(version: number, list: readonly Reviewed[]): VersionWarning | null {
  const status = list.find(one => one.version === version)?.status ?? 'unreviewed';
  const later = list.filter(other => other.version > version);
  const replaced = status === 'approved' ? later.some(one => one.status === 'approved') : later.length > 0;
  if (replaced) return 'newer';
  if (status === 'approved') return null;
  return status === 'rejected' ? 'changing' : 'proposal';
}
