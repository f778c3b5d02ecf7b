/** Presets that a case can start from: shared ones at once, the doctor's own after loading. */
import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { builtinNames, builtinPresets } from '#events/preset/builtin.ts';
import { type PresetItem, presetsQuery } from '#web/lib/queries.ts';

const everybodys = (t: TFunction): PresetItem[] =>
  builtinNames.map(id => ({ id, name: t(`wizard:preset.${id}`), ...builtinPresets[id], locked: true }));

/** The reference to a preset in a prescription: the id of a shared one, the name of an own one. */
export const presetReference = ({ locked, id, name }: PresetItem): string => (locked ? id : name);

export type KnownPresets = {
  list: readonly PresetItem[];
  /** Returns the preset that a prescription refers to, if it still exists. */
  called: (call: string | undefined) => PresetItem | undefined;
};

/** @param doctorId undefined loads only the shared presets */
export function usePresets(doctorId: string | undefined): KnownPresets {
  const { t } = useTranslation('wizard');
  const { data } = useQuery({ ...presetsQuery(doctorId), enabled: doctorId !== undefined });
  const list = data ?? everybodys(t);
  return { list, called: call => list.find(preset => presetReference(preset) === call) };
}
