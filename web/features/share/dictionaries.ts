/** Dictionaries of the 3D views in the page's language. */
import type { ResourceKey } from 'i18next';
import type { Dictionaries } from '#web/lib/i18n.ts';

const files = import.meta.glob<ResourceKey>('../../i18n/*/{viewer,rx,file}.json', { import: 'default' });

export async function loadViewDictionaries(lang: string, names: readonly string[]): Promise<Dictionaries> {
  const read = async (name: string) =>
    [name, (await files[`../../i18n/${lang}/${name}.json`]?.()) ?? {}] as const;
  return Object.fromEntries(await Promise.all(names.map(read)));
}
