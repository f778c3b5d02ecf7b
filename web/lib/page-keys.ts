/** Keys of what is on the page just now, in words, for the sheet of keys; null where there are none but the app's. */
import { useEffect } from 'react';
import { createStore, type Store } from './store.ts';

export type PageKeys = { title: string; rows: readonly { keys: string; name: string }[] };

export const pageKeys: Store<PageKeys | null> = createStore<PageKeys | null>(null);

/** Keys that panels of the page add while they are there, by their words. */
export const panelKeys: Store<ReadonlyMap<string, string>> = createStore<ReadonlyMap<string, string>>(
  new Map(),
);

/** Says a panel's key in the sheet. @param on false: it does nothing for this person, and is not said */
export function usePanelKey(keys: string, name: string, on: boolean): void {
  useEffect(() => {
    if (!on) return;
    panelKeys.set(before => new Map(before).set(name, keys));
    return () => panelKeys.set(before => new Map([...before].filter(([one]) => one !== name)));
  }, [keys, name, on]);
}
