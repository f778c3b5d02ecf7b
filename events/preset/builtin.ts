/** The two presets that every doctor has. They are shared, so they cannot be changed. */
import type { PresetAnswers } from './preset.ts';

/**
 * The built-in presets. Overbite, overjet and molars are findings about one patient, so presets exclude them. `extract`:
 * the teeth that the preset's name mentions.
 */
export const builtinPresets = {
  'non-extraction': {
    prescription: {
      arch: 'both',
      extraction: 'no',
      ipr: 'yes',
      anchorage: 'moderate',
      midline: 'keep',
      step: 0.25,
      angle: 2,
      overcorrection: 'not-needed',
      attachmentPosition: 'default',
    },
    extract: [],
  },
  'extraction-u4-l5': {
    prescription: {
      arch: 'both',
      extraction: 'yes',
      ipr: 'no',
      anchorage: 'strong',
      midline: 'keep',
      step: 0.2,
      angle: 2,
      overcorrection: 'needed',
      attachmentPosition: 'default',
      gaps: 'close-all',
    },
    extract: [14, 24, 45, 35],
  },
} as const satisfies Record<string, { prescription: PresetAnswers; extract: readonly number[] }>;

export type BuiltinName = keyof typeof builtinPresets;
export const builtinNames = Object.keys(builtinPresets) as BuiltinName[];
export const isBuiltin = (id: string | undefined): id is BuiltinName =>
  id !== undefined && Object.hasOwn(builtinPresets, id);
