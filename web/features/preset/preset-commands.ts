/** Commands on presets. */
import { ownCommands } from '#web/lib/own-commands.ts';
import type { PresetItem } from '#web/lib/queries.ts';

export type PresetBody = Partial<Pick<PresetItem, 'name' | 'prescription' | 'extract'>>;

export const presetCommands = ownCommands<PresetItem, PresetBody>('presets');

/** The fields of a preset that a save sends. */
export const presetPayload = ({ name, prescription, extract }: PresetItem): PresetBody => ({
  name,
  prescription,
  extract,
});
