/** Creates the router: one per request on the server, one per tab in the browser. */
import { type DehydratedState, hydrate, QueryClient } from '@tanstack/react-query';
import { createRouter } from '@tanstack/react-router';
import type { i18n } from 'i18next';
import { ApiError } from './lib/api.ts';
import type { BootData } from './lib/boot.tsx';
import { parseSearch, stringifySearch } from './lib/navigate.tsx';
import { routeTree } from './routeTree.gen.ts';

/** The text of the routes' styles, and their files in the build. */
export type PageStyles = { text: string; files: string[] };

export type RouterContext = {
  client: QueryClient;
  words: i18n;
  boot: BootData;
  /** Validates the session before a protected route. Does nothing on the server, which has already validated it. */
  guard: () => Promise<void>;
  /** On the server: returns the styles of these routes, to be inlined in the page. */
  stylesOf?: (routeIds: readonly string[]) => PageStyles;
};

/**
 * Returns a query cache that the socket keeps fresh. Refusals are not retried.
 * @param tries number of retries; none on the server, where a person waits for the page
 */
export function createQueryCache(tries = 2): QueryClient {
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

/** Hydrates the browser's cache with the server's rows. */
export const hydrateCache = (client: QueryClient, rows: DehydratedState): void => hydrate(client, rows);

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
