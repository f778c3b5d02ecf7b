/** The presets of the case's doctor, and how far the prescription has moved from the one that it started from. */
import { changedPresetFields } from '#events/preset/apply.ts';
import { type KnownPresets, usePresets } from '#web/features/preset/usePresets.ts';
import type { PresetItem } from '#web/lib/view.ts';
import { useWizard } from './context.ts';

type PresetsOfCase = KnownPresets & {
  /** The preset that the prescription names. */
  current: PresetItem | undefined;
  /** Fields whose answer is another one than that preset's. */
  changed: readonly string[];
};

export function usePresetsOfCase(): PresetsOfCase {
  const { view, edited } = useWizard();
  const known = usePresets(view.may.edit === 'yes' ? view.header.owner.id : undefined);
  const { prescription } = edited;
  const current = known.called(prescription.preset);
  return { ...known, current, changed: changedPresetFields(current, prescription) };
}
