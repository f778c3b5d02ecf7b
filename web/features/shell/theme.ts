/** Light, dark, or as the system has it. */
import { preferenceCookie } from '#web/lib/cookie.ts';
import { createStore } from '#web/lib/store.ts';
import type { Theme } from '#web/ui/theme.ts';

export const theme = createStore<Theme>(null);

/** Changes the look at once, and for the pages to come. */
export function setTheme(next: Theme): void {
  theme.set(next);
  // biome-ignore lint/suspicious/noDocumentCookie: the server reads it for the next page
  document.cookie = preferenceCookie('theme', next, location.protocol);
}

/** What the eye sees now, the system's wish included. */
export function isDark(chosen: Theme): boolean {
  return chosen === null ? matchMedia('(prefers-color-scheme: dark)').matches : chosen === 'dark';
}
