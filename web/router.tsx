/** One router a page: on the server for a request, in the browser for a tab. */
import { type DehydratedState, hydrate, QueryClient } from '@tanstack/react-query';
import { createRouter } from '@tanstack/react-router';
import type { i18n } from 'i18next';
import { ApiError } from './lib/api.ts';
import type { Boot } from './lib/boot.tsx';
import { parseSearch, stringifySearch } from './lib/navigate.tsx';
import { routeTree } from './routeTree.gen.ts';

/** The text of some routes' styles, and the files that it is in the build. */
export type PageStyles = { text: string; files: string[] };

export type RouterContext = {
  client: QueryClient;
  words: i18n;
  boot: Boot;
  /** Validates the session before a protected route; the server has done so already. */
  guard: () => Promise<void>;
  /** On the server: the styles of these routes, to be written into the page. */
  stylesOf?: (routeIds: readonly string[]) => PageStyles;
};

/** A cache whose rows are kept fresh by the socket; a refusal is not asked for again. */
/** @param tries on the server none: a person waits for the page */
export function createCache(tries = 2): QueryClient {
  const again = (count: number, error: unknown) =>
    error instanceof ApiError && (error.http === 0 || error.http >= 500) && count < tries;
  return new QueryClient({
    defaultOptions: {
      queries: { staleTime: 60_000, retry: again, refetchOnWindowFocus: false },
      mutations: { retry: false },
    },
  });
}

export function createAppRouter(context: RouterContext, nonce?: string) {
  return createRouter({
    routeTree,
    context,
    ssr: nonce === undefined ? undefined : { nonce },
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    scrollRestoration: true,
    parseSearch,
    stringifySearch,
  });
}

/** Lays the rows that the server rendered with into the browser's cache. */
export const layInto = (client: QueryClient, rows: DehydratedState): void => hydrate(client, rows);

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
