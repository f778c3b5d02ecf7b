/** Keys of what is on the page just now, in words, for the sheet of keys; null where there are none but the app's. */
import { atom } from 'jotai/vanilla';
import { useEffect } from 'react';
import { screenStore } from './screen-store.ts';

export type PageKeys = { title: string; rows: readonly { keys: string; name: string }[] };

export const pageKeys = atom<PageKeys | null>(null);

/** Keys that panels of the page add while they are there, by their words. */
const panelKeys = atom<ReadonlyMap<string, string>>(new Map());

/** The page's rows of the sheet: those of its panels first. */
export const keySheet = atom(get => {
  const page = get(pageKeys);
  const ofPanels = [...get(panelKeys)].map(([name, keys]) => ({ keys, name }));
  return page && { title: page.title, rows: [...ofPanels, ...page.rows] };
});

/** Says a panel's key in the sheet. @param on false: it does nothing for this person, and is not said */
export function usePanelKey(keys: string, name: string, on: boolean): void {
  useEffect(() => {
    if (!on) return;
    screenStore.set(panelKeys, before => new Map(before).set(name, keys));
    return () => screenStore.set(panelKeys, before => new Map([...before].filter(([one]) => one !== name)));
  }, [keys, name, on]);
}
