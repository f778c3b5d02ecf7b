import type { Option } from '#events/case/options.ts';

export type DiagnosisFlag = Option<'diagnosis'>;

/** The nineteen diagnosis flags in clinical groups: sagittal, vertical, transverse, other. */
export const diagnosisFlagGroups: Record<
  'sagittal' | 'vertical' | 'transverse' | 'other',
  readonly DiagnosisFlag[]
> = {
  sagittal: [94, 95, 96, 98, 151, 102, 103],
  vertical: [97, 100, 104],
  transverse: [99, 101],
  other: [92, 93, 105, 107, 108, 109, 110],
};

export const diagnosisGroupNames = Object.keys(diagnosisFlagGroups) as (keyof typeof diagnosisFlagGroups)[];
