/** Facts of a patient's wear for a share link. */

import type { CaseState } from '#events/case/case.ts';
import { patientViewer, permissionFor } from '#events/case/permissions.ts';
import { Status } from '#events/case/status.ts';
import type { SharedWearFacts } from '#events/share/facts.ts';
import type { Share } from '#events/share/share.ts';
import { wearLimitsOf } from '#events/wear/actions.ts';
import { unsettledMissedReports, withdrawableUntil } from '#events/wear/wear.ts';

/** Returns a link's wear facts. Null if the link is for something else, or there is no wear record. */
export function sharedWearFactsOf(share: Share, state: CaseState): SharedWearFacts | null {
  const limits = wearLimitsOf(state);
  if (share.what.kind !== 'wear' || !state.wear || !limits) return null;
  const { start, stage, days, holds, longer, changes } = state.wear;
  return {
    wear: { start, stage, days, holds, longer, changes },
    limits,
    missed: unsettledMissedReports(state.missed).map(report => {
      const { missed, arch, stage: of, reason, on } = report;
      return { missed, arch, stage: of, reason, on, until: withdrawableUntil(report) };
    }),
    takes: permissionFor(patientViewer(share.id), 'changeAligner', state) === 'yes',
    refined: state.status === Status.InRefinement,
  };
}
