/** The app's router as the kit and the features use it: an address goes in, the page changes. */
import { useRouter } from '@tanstack/react-router';
import { type MouseEvent, useCallback, useEffect } from 'react';
import type { AnchorProps } from '#web/ui/link.tsx';
import { isPlainPage } from './plain-pages.ts';

/** The query as plain text: a case id of six digits stays what it is. */
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
 * Leaves the app's document for a page that the server draws. Through the router's history, and as the last to be asked:
 * whoever holds leaving (an unsaved text, a case that is started over) is asked as for any page. The address is never
 * pushed: an entry of the app's document, once another document has drawn it, shows nothing when one goes back.
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

export type Go = (href: string, replace?: boolean) => void;

/** Goes to an address of the app. */
export function useGo(): Go {
  const router = useRouter();
  return useCallback(
    (href, replace) => {
      if (isPlainPage(new URL(href, 'http://here.invalid').pathname)) leave(router, href);
      // Another state of the same page: whoever reads it stays where they are.
      else if (replace) void router.navigate({ href, replace, resetScroll: false });
      else router.history.push(href);
    },
    [router],
  );
}

/** Fetches what an address of the app opens, before it is opened. */
function preload(router: ReturnType<typeof useRouter>, href: string): void {
  const url = new URL(href, 'http://here.invalid');
  if (isPlainPage(url.pathname)) return;
  // The boundary: the address is text here, the router's types know routes.
  const to: object = { to: url.pathname, search: parseSearch(url.search) };
  void router.preloadRoute(to as Parameters<typeof router.preloadRoute>[0]).catch(() => undefined);
}

/** Fetches the pages that are likely opened next, so that they open without the network too. */
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

/** What the server answers by itself, and a browser may keep or show beside the app. */
const filesOfTheServer = ['/api/', '/showStlView/'];

/** A link through the router; what it opens is fetched when it is pointed at. It is a plain link before any script runs. */
export function RoutedLink({ href, onClick, onPointerEnter, ...rest }: AnchorProps) {
  const router = useRouter();
  const go = useGo();
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
