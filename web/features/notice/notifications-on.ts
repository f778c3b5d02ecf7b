/** Whether this browser has notifications on. Most browsers do not and load none of their code. */
import { atom } from 'jotai/vanilla';
import { screenStore } from '#web/lib/screen-store.ts';
import { storageEntryByName } from '#web/lib/storage-keys.ts';

const { key } = storageEntryByName.notices;
export const notificationsOnAtom = atom<boolean>(false);

/** @param kept stored text in the format of notification-choice.ts */
export const hasNotificationsOn = (kept: string | null): boolean => /desktop|sound/.test(kept ?? '');

/** Reads the setting and follows changes in other tabs. Returns a function that stops. */
export function followNotificationsOn(): () => void {
  const read = () => screenStore.set(notificationsOnAtom, hasNotificationsOn(localStorage.getItem(key)));
  read();
  addEventListener('storage', read);
  return () => removeEventListener('storage', read);
}
