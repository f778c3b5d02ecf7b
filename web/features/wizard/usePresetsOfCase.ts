/** The presets of the case's doctor, and the changes of the prescription since its preset. */
import { changedPresetFields } from '#events/preset/apply.ts';
import { type KnownPresets, usePresets } from '#web/features/preset/usePresets.ts';
import type { PresetItem } from '#web/lib/queries.ts';
import { useWizard } from './wizard-context.ts';

type PresetsOfCase = KnownPresets & {
  /** The preset named in the prescription. */
  current: PresetItem | undefined;
  /** Fields whose answers differ from the current preset's. */
  changed: readonly string[];
};

export function usePresetsOfCase(): PresetsOfCase {
  const { view, edited } = useWizard();
  const known = usePresets(view.may.edit === 'yes' ? view.header.owner.id : undefined);
  const { prescription } = edited;
  const current = known.called(prescription.preset);
  return { ...known, current, changed: changedPresetFields(current, prescription) };
}
