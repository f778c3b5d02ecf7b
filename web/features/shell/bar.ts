/** The classic navigation bar, a setting of this browser. */
import { boxed } from '#web/lib/boxes.ts';
import { preferenceCookie } from '#web/lib/cookie.ts';
import { createStore } from '#web/lib/store.ts';

export type Bar = 'classic' | null;
export const bar = createStore<Bar>(null);

/** Switches the bar at once. The cookie makes the server render the same bar on the next page. */
export function setBar(next: Bar): void {
  bar.set(next);
  // biome-ignore lint/suspicious/noDocumentCookie: the server reads it for the next page
  document.cookie = preferenceCookie(boxed.bar.key, next, location.protocol);
}

/** Morning, afternoon or evening, for a greeting. @param hour 0 to 23, in the reader's time zone */
export const dayPart = (hour: number): 'morning' | 'afternoon' | 'evening' =>
  hour < 12 ? 'morning' : hour < 18 ? 'afternoon' : 'evening';
