/** The one page that a browser tab is: its cache, its calls, its session. Set once by entry-client. */

import type { QueryClient } from '@tanstack/react-query';
import type { i18n } from 'i18next';
import { atom } from 'jotai/vanilla';
import type { Api } from './api.ts';
import type { Boot } from './boot.tsx';
import { screenStore } from './screen-store.ts';

export type Page = {
  boot: Boot;
  client: QueryClient;
  api: Api;
  words: i18n;
  /** Goes to an address of the app without a page load. */
  go: (href: string) => void;
};

let page: Page | undefined;

export function setPage(next: Page): void {
  page = next;
}

/** @throws Error on the server: what is rendered must not reach for it */
export function thisPage(): Page {
  if (!page) throw new Error('there is no page: this runs in the browser only');
  return page;
}

export const api = (): Api => thisPage().api;

/** The session's token. It lives in memory alone: a page that is loaded anew gets it from the server again. */
export const session = atom<string>('');

/** The eye is hidden. */
export const eye = atom<boolean>(false);

/** Position of this page's last command: later reads are not answered from before it. */
export const reached = atom<string | null>(null);

let actedAt = 0;
const actFor = 10_000;

/** A person did something: what is read within the next seconds is by them, and not by the page itself. */
export function acted(now = Date.now()): void {
  actedAt = now;
}

export const isBackground = (now = Date.now()): boolean => now - actedAt > actFor;

/** What an upload or a download must carry. */
export function authHeaders(): Record<string, string> {
  const { lang } = thisPage().boot;
  return {
    Authorization: screenStore.get(session),
    'X-Api-Version': '1',
    'Accept-Language': lang,
    ...(screenStore.get(eye) ? { 'X-Eye': 'hidden' } : {}),
  };
}
