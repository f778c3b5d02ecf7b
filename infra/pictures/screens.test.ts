/** Every page has a screen in screens.ts: otherwise it gets no picture and no accessibility test. */
import { expect, it } from 'vitest';
import { pathsNeedingSession } from '#services/pages/session-paths.ts';
import { plainPagePaths } from '#web/lib/plain-pages.ts';
import { screenDefinitions } from './screens.ts';

/** Pages without a screen, and why. An entry that nothing needs fails. */
const withoutScreen: Readonly<Record<string, string>> = {
  '/addCase': 'redirects to the wizard’s first step',
  '/completeCaseWidget': 'shows the dialog of the screen dialog-complete',
  '/pay': 'says that the page is not online',
};

it('has a screen for every page, except for named ones', () => {
  const drawn = new Set(screenDefinitions.map(({ path }) => new URL(path, 'http://archline.test').pathname));
  const pages = [...pathsNeedingSession, ...plainPagePaths];
  expect(pages.filter(path => !drawn.has(path)).sort()).toEqual(Object.keys(withoutScreen).sort());
});
