/** Whether shortcuts of a single key are on in this browser (WCAG 2.1.4). */
import { createStore, type Store, useStore } from './store.ts';

const key = 'archline.keys';

const store: Store<boolean> = createStore<boolean>(true);

/** Reads what was chosen; once, in the browser. */
export function readSingleKeys(): void {
  store.set(localStorage.getItem(key) !== 'off');
}

export function setSingleKeys(on: boolean): void {
  store.set(on);
  if (on) localStorage.removeItem(key);
  else localStorage.setItem(key, 'off');
}

export const singleKeys = (): boolean => store.get();
export const useSingleKeys = (): boolean => useStore(store, true);
