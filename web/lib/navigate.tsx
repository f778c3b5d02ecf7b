/** Navigation by address, for the kit and the features. */
import { useRouter } from '@tanstack/react-router';
import { type MouseEvent, useCallback, useEffect } from 'react';
import type { AnchorProps } from '#web/ui/link.tsx';
import { isPlainPage } from './plain-pages.ts';

/** Keeps all query values as text: a case id of six digits stays a string. */
export const parseSearch = (query: string): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(query));

export function stringifySearch(search: Record<string, unknown>): string {
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(search)) {
    if (value !== undefined && value !== null && value !== false)
      query.set(key, value === true ? '1' : String(value));
  }
  return query.size > 0 ? `?${query}` : '';
}

let release: () => void = () => undefined;

/**
 * Leaves the app for a page that the server renders. Goes through the router's history as the last blocker,
 * so that
 * unsaved text or a case restart can still hold the person back. Trap: never push the address; after a page
 * load, Back
 * would show an empty page for that history entry.
 */
function leave({ history }: Pick<ReturnType<typeof useRouter>, 'history'>, href: string): void {
  release();
  release = history.block({
    enableBeforeUnload: false,
    blockerFn: ({ nextLocation }: { nextLocation: { pathname: string } }) => {
      release();
      const isIt = isPlainPage(nextLocation.pathname);
      if (isIt) location.assign(href);
      return isIt;
    },
  });
  history.push(href);
}

export type NavigateTo = (href: string, replace?: boolean) => void;

/** Returns a function that navigates to an address of the app. */
export function useAppNavigate(): NavigateTo {
  const router = useRouter();
  return useCallback(
    (href, replace) => {
      if (isPlainPage(new URL(href, 'http://here.invalid').pathname)) leave(router, href);
      // A state change on the same page keeps the scroll position.
      else if (replace) void router.navigate({ href, replace, resetScroll: false });
      else router.history.push(href);
    },
    [router],
  );
}

/** Preloads the route of an address. */
function preload(router: ReturnType<typeof useRouter>, href: string): void {
  const url = new URL(href, 'http://here.invalid');
  if (isPlainPage(url.pathname)) return;
  // Cast at the boundary: the address is text here; the router's types know only routes.
  const to: object = { to: url.pathname, search: parseSearch(url.search) };
  void router.preloadRoute(to as Parameters<typeof router.preloadRoute>[0]).catch(() => undefined);
}

/** Preloads the likely next pages, so that they open without the network. */
export function usePreload(hrefs: readonly string[]): void {
  const router = useRouter();
  const all = hrefs.join(' ');
  useEffect(() => {
    for (const href of all.split(' ')) preload(router, href);
  }, [router, all]);
}

const isPlain = (event: MouseEvent) =>
  event.button === 0 &&
  !event.metaKey &&
  !event.ctrlKey &&
  !event.shiftKey &&
  !event.altKey &&
  !event.defaultPrevented;

/** Paths that the server answers directly, outside the app. */
const filesOfTheServer = ['/api/', '/showStlView/'];

/**
 * A link through the router. Preloads its page on hover. Works as a plain link before the script has loaded.
 */
export function RoutedLink({ href, onClick, onPointerEnter, ...rest }: AnchorProps) {
  const router = useRouter();
  const go = useAppNavigate();
  const outside = filesOfTheServer.some(path => href.startsWith(path));
  if (outside) return <a {...rest} href={href} onClick={onClick} />;
  return (
    <a
      {...rest}
      href={href}
      onClick={event => {
        onClick?.(event);
        if (!isPlain(event)) return;
        event.preventDefault();
        go(href);
      }}
      onPointerEnter={event => {
        onPointerEnter?.(event);
        preload(router, href);
      }}
    />
  );
}
