/** Whether this browser tells what is new at all: most do not, and fetch nothing of how. */
import { atom } from 'jotai/vanilla';
import { screenStore } from '#web/lib/screen-store.ts';
import { storageKeys } from '#web/lib/storage-keys.ts';

const { key } = storageKeys.notices;
export const telling = atom<boolean>(false);

/** @param kept as choice.ts writes it */
export const tells = (kept: string | null): boolean => /desktop|sound/.test(kept ?? '');

/** Reads it now, and again when another tab chooses. The answer ends that. */
export function followTelling(): () => void {
  const read = () => screenStore.set(telling, tells(localStorage.getItem(key)));
  read();
  addEventListener('storage', read);
  return () => removeEventListener('storage', read);
}
