/** The presets that a case can start from: those that everybody has at once, the doctor's own when they have come. */
import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { builtinNames, builtinPresets } from '#events/preset/builtin.ts';
import { type PresetItem, presets } from '#web/lib/queries.ts';

const everybodys = (t: TFunction): PresetItem[] =>
  builtinNames.map(id => ({ id, name: t(`wizard:preset.${id}`), ...builtinPresets[id], locked: true }));

/** What a prescription calls the preset that it started from: everybody's by its id, an own one by its name. */
export const callOf = ({ locked, id, name }: PresetItem): string => (locked ? id : name);

export type KnownPresets = {
  list: readonly PresetItem[];
  /** The preset that a prescription names, as long as it is there. */
  called: (call: string | undefined) => PresetItem | undefined;
};

/** @param doctorId whose; undefined where nobody's can be asked for */
export function usePresets(doctorId: string | undefined): KnownPresets {
  const { t } = useTranslation('wizard');
  const { data } = useQuery({ ...presets(doctorId), enabled: doctorId !== undefined });
  const list = data ?? everybodys(t);
  return { list, called: call => list.find(preset => callOf(preset) === call) };
}
