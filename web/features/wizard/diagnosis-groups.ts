import type { Option } from '#events/case/options.ts';

export type Flag = Option<'diagnosis'>;

/** The nineteen flags as a clinician looks: along, up, across, and the rest. */
export const diagnosisGroups: Record<'sagittal' | 'vertical' | 'transverse' | 'other', readonly Flag[]> = {
  sagittal: [94, 95, 96, 98, 151, 102, 103],
  vertical: [97, 100, 104],
  transverse: [99, 101],
  other: [92, 93, 105, 107, 108, 109, 110],
};

export const groupNames = Object.keys(diagnosisGroups) as (keyof typeof diagnosisGroups)[];
