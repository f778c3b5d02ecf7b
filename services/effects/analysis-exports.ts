/**
 * Makes due exports of the analysts' tables, and deletes expired ones. Removes an erased patient's facts from exports
 * and comparisons.
 */
import { caseIdOfEvent, caseStreamPrefix } from '#events/case/stream.ts';
import type { ExportJobs } from '../analysis/exports/export-jobs.ts';
import type { WhatIfRuns } from '../analysis/whatif/what-if-runs.ts';
import type { CaseStreams } from '../command/case-streams.ts';
import { type FollowerDeps, type RunningFollower, startFollower } from './follower.ts';

type ExportEffects = FollowerDeps & {
  streams: Pick<CaseStreams, 'load'>;
  exportJobs: ExportJobs;
  whatIfRuns: Pick<WhatIfRuns, 'forget'>;
  makeExports: (signal: AbortSignal) => Promise<void>;
};

/** Starts the follower. Returns at once. */
export function startAnalysisExports(deps: ExportEffects): RunningFollower {
  const { exportJobs, whatIfRuns, makeExports, streams } = deps;
  return startFollower(deps, {
    name: 'analysisExports',
    filter: { types: ['PatientErased'], streamPrefix: caseStreamPrefix },
    handleEvent: async event => {
      const { servedBy } = await streams.load(caseIdOfEvent(event));
      await exportJobs.dropFacts(servedBy);
      await whatIfRuns.forget(servedBy, caseIdOfEvent(event));
    },
    chores: async ({ signal }) => {
      await makeExports(signal);
      await exportJobs.sweep();
    },
  });
}
