/**
 * The screens of the analysis, in the order of their tabs, and who may open each. A new screen is a line here, its
 * component in `web/features/analysis/screen-components.ts`, and its texts in `analysis.json` (`screen`, `about`). Pure.
 */
import type { Position } from '../person/position.ts';
import { analystPositions, positionsComparingVersions, positionsSeeingReplay } from './rights.ts';

const analysisScreens = {
  replay: positionsSeeingReplay,
  map: analystPositions,
  times: positionsSeeingReplay,
  rework: analystPositions,
  workload: positionsSeeingReplay,
  cohorts: analystPositions,
  forecasts: positionsSeeingReplay,
  ask: analystPositions,
  log: analystPositions,
  data: analystPositions,
  whatif: positionsComparingVersions,
} as const satisfies Record<string, readonly Position[]>;

/** Last part of the screen's address: `/analysis/<id>`. */
export type AnalysisScreen = keyof typeof analysisScreens;

// Cast: Object.keys forgets the type of the keys.
export const analysisScreenIds = Object.keys(analysisScreens) as AnalysisScreen[];

/** The screens that a position may open. */
export const screensOpenTo = (position: Position | undefined): AnalysisScreen[] =>
  analysisScreenIds.filter(id => analysisScreens[id].some(one => one === position));
