/** Checks everything derived from the routes: protected pages and highlighted tabs. */
import { createMemoryHistory, createRouter } from '@tanstack/react-router';
import { describe, expect, test } from 'vitest';
import { analysisScreenIds } from '#events/analysis/screens.ts';
import { positions, selfDesignersOrgId } from '#events/person/position.ts';
import { pathsNeedingSession } from '#services/pages/session-paths.ts';
import { navEntries, navTabOfRoutes, visitorNavEntries } from './features/shell/nav.ts';
import { isPlainPage, plainPagePaths } from './lib/plain-pages.ts';
import { createQueryCache } from './router.tsx';
import { routeTree } from './routeTree.gen.ts';

const context = { client: createQueryCache(0) } as never;
const router = createRouter({ routeTree, context, history: createMemoryHistory() });

const lit = (href: string) => {
  const url = new URL(href, 'http://archline.test');
  const [routes] = router.getMatchedRoutes(url.pathname);
  return navTabOfRoutes(routes);
};

test('the server opens exactly the existing pages', () => {
  const ids = Object.keys(router.routesById).filter(id => id.startsWith('/_app/'));
  const pages = ids.flatMap(id => {
    const path = id.slice('/_app'.length).replace(/\/$/, '');
    const start = path.replace('/{-$screen}', '');
    return start === path ? [path] : [start, ...analysisScreenIds.map(screen => `${start}/${screen}`)];
  });
  expect(pathsNeedingSession).toEqual([...new Set(pages)].sort());
  expect(pathsNeedingSession).toContain('/addCase/pcEnter');
});

/**
 * Routes without an entry in the top bar, and where people find them. The test fails for an entry that is not needed.
 */
const foundElsewhere: Readonly<Record<string, string>> = {
  '/addCase': 'redirects to the wizard’s first step',
  '/addCase/dataUploadNew': 'step of the wizard',
  '/addCase/deagonsticMesNew': 'step of the wizard',
  '/addCase/patientInfoNew': 'step of the wizard',
  '/addCase/pcEnter': 'button of the workbench and of the list of cases',
  '/addCase/transparentMarkerNew': 'step of the wizard',
  '/addCase/transparentToothNew': 'step of the wizard',
  '/arrangementCheck': 'button of a case',
  '/backOffice': 'menu of the account',
  '/caseDetail': 'row of the list of cases',
  '/completeCaseWidget': 'old address of a dialog of the case',
  '/createRetainerWidget': 'button of the list of retainers',
  '/eSetThreeDView': 'button of a case',
  '/pay': 'nowhere: it says that the page is not online',
  '/schemeApproveWidget': 'button of a case',
  '/schemeReportInfoWidget': 'button of a plan',
  '/setListNew': 'menu of the account',
  '/setTransparentToothNew': 'button of the list of presets',
  '/updateUser': 'menu of the account',
  '/userList': 'tab of the own account',
  '/userMessage': 'bell of the top bar',
};

test('every route is in the top bar or found elsewhere', () => {
  const viewers = positions.flatMap(position =>
    ['main', selfDesignersOrgId].map(orgId => navEntries({ position, orgId })),
  );
  const inTopBar = new Set(viewers.flat().map(({ href }) => href));
  const isTab = (path: string) => path.startsWith('/analysis/');
  expect(pathsNeedingSession.filter(path => !inTopBar.has(path) && !isTab(path))).toEqual(
    Object.keys(foundElsewhere).sort(),
  );
});

describe('the top bar', () => {
  const entries = navEntries({ position: 'Doctor', orgId: 'main' });
  const ofTheApp = entries.filter(({ href }) => !isPlainPage(href));
  test.each(ofTheApp.map(({ id, href }) => [id, href]))('lights %s on its own page', (id, href) =>
    expect(lit(href)).toBe(id),
  );
  test('links to plain pages, which are no routes of the app', () => {
    expect(entries.filter(({ href }) => isPlainPage(href))).toEqual(visitorNavEntries);
    const routes = new Set<string>(pathsNeedingSession);
    expect(plainPagePaths.filter(path => routes.has(path))).toEqual([]);
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
