/** Light, dark, or as the system has it. */
import { atom } from 'jotai/vanilla';
import { preferenceCookie } from '#web/lib/cookie.ts';
import { screenStore } from '#web/lib/screen-store.ts';
import type { Theme } from '#web/ui/theme.ts';

export const theme = atom<Theme>(null);

/** Changes the look at once, and for the pages to come. */
export function setTheme(next: Theme): void {
  screenStore.set(theme, next);
  // biome-ignore lint/suspicious/noDocumentCookie: the server reads it for the next page
  document.cookie = preferenceCookie('theme', next, location.protocol);
}

/** What the eye sees now, the system's wish included. */
export function isDark(chosen: Theme): boolean {
  return chosen === null ? matchMedia('(prefers-color-scheme: dark)').matches : chosen === 'dark';
}
