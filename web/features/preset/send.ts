/** Commands on presets. */
import { ownCommands } from '#web/lib/own-commands.ts';
import type { PresetItem } from '#web/lib/queries.ts';

export type PresetBody = Partial<Pick<PresetItem, 'name' | 'prescription' | 'extract'>>;

export const ownPresets = ownCommands<PresetItem, PresetBody>('presets');

/** The part of a preset that is sent to keep it. */
export const bodyOf = ({ name, prescription, extract }: PresetItem): PresetBody => ({
  name,
  prescription,
  extract,
});
