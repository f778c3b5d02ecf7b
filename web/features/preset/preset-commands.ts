/** Commands on presets. */
import { sendCommand } from '#web/lib/act.ts';
import { reloadListAfterCommand } from '#web/lib/own-commands.ts';
import type { PresetItem } from '#web/lib/queries.ts';

export type PresetBody = Partial<Pick<PresetItem, 'name' | 'prescription' | 'extract'>>;

export const presetCommands = {
  add: (body: PresetBody) => reloadListAfterCommand('presets', sendCommand('POST', '/presets', body)),
  change: (id: string, body: PresetBody) =>
    reloadListAfterCommand('presets', sendCommand('PUT', '/presets/:id', body, { parts: { id } })),
  remove: (id: string) =>
    reloadListAfterCommand('presets', sendCommand('DELETE', `/presets/${encodeURIComponent(id)}`)),
};

/** The fields of a preset that a save sends. */
export const presetPayload = ({ name, prescription, extract }: PresetItem): PresetBody => ({
  name,
  prescription,
  extract,
});
