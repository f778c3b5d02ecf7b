/** Whether single-key shortcuts are on in this browser (WCAG 2.1.4). */
import { atom } from 'jotai/vanilla';
import { screenStore, useAtomValueAfterHydration } from './screen-store.ts';

const key = 'archline.keys';

const isOn = atom(true);

/** Reads the stored setting; called once, in the browser. */
export function loadSingleKeySetting(): void {
  screenStore.set(isOn, localStorage.getItem(key) !== 'off');
}

export function setSingleKeysEnabled(on: boolean): void {
  screenStore.set(isOn, on);
  if (on) localStorage.removeItem(key);
  else localStorage.setItem(key, 'off');
}

export const areSingleKeysEnabled = (): boolean => screenStore.get(isOn);
export const useSingleKeysEnabled = (): boolean => useAtomValueAfterHydration(isOn);
