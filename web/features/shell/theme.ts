/** The theme: light, dark, or the system's. */
import { atom } from 'jotai/vanilla';
import { formatPreferenceCookie } from '#web/lib/cookie.ts';
import { screenStore } from '#web/lib/screen-store.ts';
import type { Theme } from '#web/ui/theme.ts';

export const pageThemeAtom = atom<Theme>(null);

/** Applies a theme at once, and to later page loads. */
export function setTheme(next: Theme): void {
  screenStore.set(pageThemeAtom, next);
  // biome-ignore lint/suspicious/noDocumentCookie: the server reads the cookie on the next request
  document.cookie = formatPreferenceCookie('theme', next, location.protocol);
}

/** Whether the page is dark now, including the system's preference. */
export function isDark(chosen: Theme): boolean {
  return chosen === null ? matchMedia('(prefers-color-scheme: dark)').matches : chosen === 'dark';
}
