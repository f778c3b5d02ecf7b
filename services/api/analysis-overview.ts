/**
 * Overview of an organisation's history: its months, its first event, and how far event times differ from the log's
 * clock.
 */
import { noDeviations } from '#events/analysis/clock.ts';
import type { TrackRange } from '../analysis/tracks.ts';
import type { AnalysisOverview, AnalysisPositionFields } from './analysis-answers.ts';
import { analysisLimits } from './analysis-query.ts';
import type { ApiDeps } from './deps.ts';

const SECOND_MS = 1000;

const misdated = ({ count, mostMs }: { count: number; mostMs: number }) => ({
  events: count,
  mostSeconds: mostMs / SECOND_MS,
});

/** @param range of the viewer's organisation; undefined before its first case */
export function overviewOf(
  deps: Pick<ApiDeps, 'tracks' | 'models' | 'clock'>,
  range: TrackRange | undefined,
): Omit<AnalysisOverview, keyof AnalysisPositionFields> {
  const { tracks, models, clock } = deps;
  const then = tracks.clock();
  const isBehind = then !== undefined && tracks.position() < models.position();
  return {
    log: models.logId,
    first: range ? new Date(range.first).toISOString() : null,
    months: range?.months ?? [],
    lag: isBehind ? Math.max(0, (clock.now() - then) / SECOND_MS) : 0,
    late: misdated((range?.dated ?? noDeviations).late),
    ahead: misdated((range?.dated ?? noDeviations).ahead),
    limits: analysisLimits,
  };
}
