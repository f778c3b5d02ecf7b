/** Makes exports of the analysts' tables that are due, and deletes those that are over or have facts of an erased patient. */
import { caseIdOfEvent, caseStreamPrefix } from '#events/case/stream.ts';
import type { ExportJobs } from '../analysis/exports/export-jobs.ts';
import type { CaseStreams } from '../command/case-streams.ts';
import { type FollowerDeps, type RunningFollower, startFollower } from './follower.ts';

type ExportEffects = FollowerDeps & {
  streams: Pick<CaseStreams, 'load'>;
  exportJobs: ExportJobs;
  makeExports: (signal: AbortSignal) => Promise<void>;
};

/** Starts the follower. Returns at once. */
export function startAnalysisExports(deps: ExportEffects): RunningFollower {
  const { exportJobs, makeExports, streams } = deps;
  return startFollower(deps, {
    name: 'analysisExports',
    filter: { types: ['PatientErased'], streamPrefix: caseStreamPrefix },
    handleEvent: async event => {
      const { servedBy } = await streams.load(caseIdOfEvent(event));
      await exportJobs.dropFacts(servedBy);
    },
    chores: async ({ signal }) => {
      await makeExports(signal);
      await exportJobs.sweep();
    },
  });
}
