/** Decides who may look at the history of an organisation's cases (ANALYTICS: rights). Pure. */
import type { Position } from '../person/position.ts';

/** Positions that see every screen of the analysis. */
export const analystPositions = ['Analyst', 'Admin'] as const satisfies readonly Position[];

/**
 * Positions that see how cases moved, how long steps took and who had how much work. Some of them may not ask questions
 * in SQL.
 */
export const positionsSeeingReplay = [
  ...analystPositions,
  'SuperMechanic',
] as const satisfies readonly Position[];

/** Positions that compare the served rows with those of another version. */
export const positionsComparingVersions = ['Admin'] as const satisfies readonly Position[];

/** True for a position with a screen of the analysis. */
export const maySeeAnalysis = (position: Position | undefined): boolean =>
  positionsSeeingReplay.some(one => one === position);
