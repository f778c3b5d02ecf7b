/** Occlusal measures between the arches: their names, and their values by stage. */
import type { Fdi } from '../tooth/fdi.ts';

export const occlusionMeasures = [
  'overjet',
  'overbite',
  'midline',
  'upperMidline',
  'lowerMidline',
  'upperCanines',
  'lowerCanines',
  'upperMolars',
  'lowerMolars',
] as const;
export type OcclusionMeasure = (typeof occlusionMeasures)[number];

export type OcclusionByStage = {
  measure: OcclusionMeasure;
  /** Values of the measure in mm at each stage from 0; null if a required tooth is missing. */
  values: readonly number[] | null;
  /** Missing teeth, in screen order. */
  missing: readonly Fdi[];
};

/** The measure at start and goal only. `ends` is null if a required tooth is missing. */
export type OcclusionAtStartAndGoal = Omit<OcclusionByStage, 'values'> & {
  ends: { start: number; goal: number } | null;
};

export const occlusionAtStartAndGoal = ({
  measure,
  values,
  missing,
}: OcclusionByStage): OcclusionAtStartAndGoal => {
  const [start, goal] = [values?.at(0), values?.at(-1)];
  const ends = start === undefined || goal === undefined ? null : { start, goal };
  return { measure, missing, ends };
};
