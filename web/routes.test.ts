/** Checks everything derived from the routes: protected pages and highlighted tabs. */
import { createMemoryHistory, createRouter } from '@tanstack/react-router';
import { describe, expect, test } from 'vitest';
import { sessionPaths } from '#services/pages/session-paths.ts';
import { navEntries, tabOfRoutes, visitorEntries } from './features/shell/nav.ts';
import { isPlainPage, plainPages } from './lib/plain-pages.ts';
import { createCache } from './router.tsx';
import { routeTree } from './routeTree.gen.ts';

const context = { client: createCache(0) } as never;
const router = createRouter({ routeTree, context, history: createMemoryHistory() });

const lit = (href: string) => {
  const url = new URL(href, 'http://archline.test');
  const [routes] = router.getMatchedRoutes(url.pathname);
  return tabOfRoutes(routes);
};

test('the server opens exactly the existing pages', () => {
  const ids = Object.keys(router.routesById).filter(id => id.startsWith('/_app/'));
  const pages = ids.map(id => id.slice('/_app'.length).replace(/\/$/, ''));
  expect(sessionPaths).toEqual([...new Set(pages)].sort());
  expect(sessionPaths).toContain('/addCase/pcEnter');
});

describe('the top bar', () => {
  const entries = navEntries({ position: 'Doctor', orgId: 'main' });
  const ofTheApp = entries.filter(({ href }) => !isPlainPage(href));
  test.each(ofTheApp.map(({ id, href }) => [id, href]))('lights %s on its own page', (id, href) =>
    expect(lit(href)).toBe(id),
  );
  test('links to plain pages, which are no routes of the app', () => {
    expect(entries.filter(({ href }) => isPlainPage(href))).toEqual(visitorEntries);
    const routes = new Set<string>(sessionPaths);
    expect(plainPages.filter(path => routes.has(path))).toEqual([]);
  });
  test.each([
    ['/addCase/pcEnter', 'cases'],
    ['/caseDetail?id=ABC234', 'cases'],
    ['/arrangementCheck', 'cases'],
    ['/completeCaseWidget', 'cases'],
    ['/createRetainerWidget', 'retainers'],
    ['/backOffice', undefined],
    ['/userMessage', undefined],
    ['/userList', undefined],
  ])('on %s highlights %s', (href, entry) => expect(lit(href)).toBe(entry));
});
