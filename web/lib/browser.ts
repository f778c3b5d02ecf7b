/** The page in this browser tab: its cache, API client and session. entry-client sets it once. */

import type { QueryClient } from '@tanstack/react-query';
import type { i18n } from 'i18next';
import { atom } from 'jotai/vanilla';
import type { Api } from './api.ts';
import type { BootData } from './boot.tsx';
import { screenStore } from './screen-store.ts';

export type BrowserPage = {
  boot: BootData;
  client: QueryClient;
  api: Api;
  words: i18n;
  /** Navigates to an address of the app without a page load. */
  go: (href: string) => void;
};

let page: BrowserPage | undefined;

export function setCurrentPage(next: BrowserPage): void {
  page = next;
}

/** @throws Error on the server: rendered code must not call it */
export function currentPage(): BrowserPage {
  if (!page) throw new Error('no page is set: this code runs only in the browser');
  return page;
}

export const pageApi = (): Api => currentPage().api;

/** The session token, in memory only: after a page load the server supplies it again. */
export const sessionTokenAtom = atom<string>('');

/** Whether names and phone numbers are masked (the eye button). */
export const areNamesMaskedAtom = atom<boolean>(false);

/** Log position of this page's last command: later reads must have reached it. */
export const lastCommandPositionAtom = atom<string | null>(null);

let actedAt = 0;
const actFor = 10_000;

/** Records that the person acted: reads within the next 10 s count as theirs, not as background reads. */
export function recordActivity(now = Date.now()): void {
  actedAt = now;
}

export const isBackgroundRead = (now = Date.now()): boolean => now - actedAt > actFor;

/** Headers that uploads and downloads must send. */
export function createAuthHeaders(): Record<string, string> {
  const { lang } = currentPage().boot;
  return {
    Authorization: screenStore.get(sessionTokenAtom),
    'X-Api-Version': '1',
    'Accept-Language': lang,
    ...(screenStore.get(areNamesMaskedAtom) ? { 'X-Eye': 'hidden' } : {}),
  };
}
