/** Commands on presets; what is on screen is read again after each. */
import { command, type Done } from '#web/lib/act.ts';
import { thisPage } from '#web/lib/browser.ts';
import type { PresetItem } from '#web/lib/view.ts';

export type PresetBody = Partial<Pick<PresetItem, 'name' | 'prescription' | 'extract'>>;

async function sent<T>(done: Done<T>): Promise<Done<T>> {
  if (done.ok) await thisPage().client.invalidateQueries({ queryKey: ['presets'] });
  return done;
}

export const addPreset = async (body: PresetBody) =>
  sent(await command<PresetItem>('POST', '/presets', body));

export const changePreset = async (id: string, body: PresetBody) =>
  sent(await command<PresetItem>('PUT', `/presets/${encodeURIComponent(id)}`, body));

export const removePreset = async (id: string) =>
  sent(await command('DELETE', `/presets/${encodeURIComponent(id)}`));

/** What of a preset is kept, as it is sent. */
export const bodyOf = ({ name, prescription, extract }: PresetItem): PresetBody => ({
  name,
  prescription,
  extract,
});
