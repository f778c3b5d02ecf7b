/** axe finds nothing (WCAG 2.0 A to 2.2 AA) on any screen, in both languages and both themes. */
import AxeBuilder from '@axe-core/playwright';
import type { Page } from 'playwright';
import { openScreen } from '../pictures/at.ts';
import { type Screen, screens } from '../pictures/screens.ts';
import { windowOf } from '../testing/browser.ts';
import { expect, test } from './world.ts';

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** Best practice, not in WCAG: the outline of a page and the names of its landmarks. */
const outline = { 'heading-order': { enabled: true }, 'landmark-unique': { enabled: true } };
const sizes = { wide: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } };
/** A screen's share of its test's time on a machine that has other things to do. */
const screenMs = 20_000;

/** What axe finds on the page as it stands. One frame, so the way without a second page is enough, and quicker. */
async function look(page: Page, name: string, narrow: (axe: AxeBuilder) => AxeBuilder): Promise<string[]> {
  const axe = new AxeBuilder({ page })
    .options({ resultTypes: ['violations'], rules: outline })
    .setLegacyMode();
  const { violations } = await narrow(axe).analyze();
  return violations.map(v => `${name}: ${v.id} (${v.nodes.length}) ${v.nodes[0]?.target.join(' ')}`);
}

/** The page in the other theme: the same elements in other colours, so only what colours decide is asked again. */
async function darken(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.evaluate(() => {
    document.documentElement.setAttribute('data-theme', 'dark');
    // Colours on their way from one theme to the other are neither; where one ends another may begin below it.
    for (let round = 0; round < 10; round += 1) {
      const under = document.getAnimations().filter(a => a instanceof CSSTransition);
      for (const transition of under) transition.finish();
      if (under.length === 0) return;
    }
  });
}

async function open(page: Page, url: string, screen: Screen, lang: 'en' | 'zh-CN'): Promise<void> {
  await page.setViewportSize(screen.phone ? sizes.phone : sizes.wide);
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await openScreen(page, url, screen, lang);
}

// They only look, so that each may have any worker's server.
test.describe.configure({ mode: 'parallel' });

for (const lang of ['en', 'zh-CN'] as const)
  for (const user of [...new Set(screens.map(s => s.user))])
    test(`axe, ${user ?? 'nobody'}, ${lang}`, async ({ browser, serverUrl }) => {
      const own = screens.filter(s => s.user === user && !s.alike);
      test.setTimeout(30_000 + own.length * screenMs);
      const context = await windowOf(browser, serverUrl, {
        lang,
        theme: 'light',
        ...sizes.wide,
        ...(user ? { user } : {}),
      });
      const page = await context.newPage();
      const found: string[] = [];
      for (const screen of own) {
        await open(page, serverUrl, screen, lang);
        found.push(...(await look(page, `${screen.name}, light`, axe => axe.withTags(tags))));
        await darken(page);
        found.push(...(await look(page, `${screen.name}, dark`, axe => axe.withRules(['color-contrast']))));
      }
      await context.close();
      expect(found).toEqual([]);
    });
