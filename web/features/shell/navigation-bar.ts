/** The classic navigation bar, a setting of this browser. */
import { atom } from 'jotai/vanilla';
import { formatPreferenceCookie } from '#web/lib/cookie.ts';
import { screenStore } from '#web/lib/screen-store.ts';
import { storageEntryByName } from '#web/lib/storage-keys.ts';

export type NavigationBarChoice = 'classic' | null;
export const navigationBarChoiceAtom = atom<NavigationBarChoice>(null);

/** Switches the bar at once. The cookie makes the server render the same bar on the next page. */
export function setNavigationBarChoice(next: NavigationBarChoice): void {
  screenStore.set(navigationBarChoiceAtom, next);
  // biome-ignore lint/suspicious/noDocumentCookie: the server reads the cookie on the next request
  document.cookie = formatPreferenceCookie(storageEntryByName.bar.key, next, location.protocol);
}

/** Morning, afternoon or evening, for a greeting. @param hour 0 to 23, in the reader's time zone */
export const dayPart = (hour: number): 'morning' | 'afternoon' | 'evening' =>
  hour < 12 ? 'morning' : hour < 18 ? 'afternoon' : 'evening';
