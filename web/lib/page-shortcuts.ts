/** Shortcuts of the current page, for the sheet of shortcuts; null if the page has none of its own. */
import { atom } from 'jotai/vanilla';
import { useEffect } from 'react';
import { screenStore } from './screen-store.ts';

export type PageShortcuts = { title: string; rows: readonly { keys: string; name: string }[] };

export const pageShortcutsAtom = atom<PageShortcuts | null>(null);

/** Shortcuts of the page's mounted panels: label → keys. */
const panelKeys = atom<ReadonlyMap<string, string>>(new Map());

/** The page's rows in the sheet of shortcuts, panels first. */
export const shortcutSheetAtom = atom(get => {
  const page = get(pageShortcutsAtom);
  const ofPanels = [...get(panelKeys)].map(([name, keys]) => ({ keys, name }));
  return page && { title: page.title, rows: [...ofPanels, ...page.rows] };
});

/** Adds a panel's shortcut to the sheet. @param on false if this person cannot use the shortcut */
export function usePanelShortcut(keys: string, name: string, on: boolean): void {
  useEffect(() => {
    if (!on) return;
    screenStore.set(panelKeys, before => new Map(before).set(name, keys));
    return () => screenStore.set(panelKeys, before => new Map([...before].filter(([one]) => one !== name)));
  }, [keys, name, on]);
}
