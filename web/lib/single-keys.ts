/** Whether single-key shortcuts are on in this browser (WCAG 2.1.4). */
import { atom } from 'jotai/vanilla';
import { screenStore, useHydratedAtom } from './screen-store.ts';

const key = 'archline.keys';

const isOn = atom(true);

/** Reads the stored setting; called once, in the browser. */
export function readSingleKeys(): void {
  screenStore.set(isOn, localStorage.getItem(key) !== 'off');
}

export function setSingleKeys(on: boolean): void {
  screenStore.set(isOn, on);
  if (on) localStorage.removeItem(key);
  else localStorage.setItem(key, 'off');
}

export const singleKeys = (): boolean => screenStore.get(isOn);
export const useSingleKeys = (): boolean => useHydratedAtom(isOn);
