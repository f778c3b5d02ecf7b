/**
 * `npm run pictures` takes a screenshot of every screen in both languages and both themes, into
 * infra/pictures/out. Words after `--` select screens by the start of their name; `--look=en-light` (or
 * `zh-CN-dark`, ...) selects one combination.
 */
import { mkdir } from 'node:fs/promises';
import type { BrowserContext } from 'playwright';
import { buildPages } from '../setup/install.mjs';
import { launchBrowser, openBrowserContext, type UserContextOptions } from '../testing/browser.ts';
import { startServer } from '../testing/server.ts';
import { openScreen } from './open-screen.ts';
import { type ScreenDefinition, screenDefinitions } from './screens.ts';

buildPages();
const out = new URL('./out/', import.meta.url);
const sizes = { wide: { width: 1600, height: 1000 }, phone: { width: 390, height: 844 } };
/** Maximum height. Chromium repeats the content of taller screenshots. */
const mostPx = 12_000;
const looks = (['en', 'zh-CN'] as const).flatMap(lang =>
  (['light', 'dark'] as const).map(theme => ({ lang, theme })),
);

async function picture(
  url: string,
  screen: ScreenDefinition,
  context: BrowserContext,
  look: UserContextOptions,
): Promise<void> {
  const page = await context.newPage();
  await openScreen(page, url, screen, look.lang);
  await page.evaluate(() => document.fonts.ready);
  const file = `${screen.name}-${look.lang}-${look.theme}.png`;
  // Makes the window as tall as the page, so that sticky bars stay at the bottom and all pictures load.
  if (!screen.open && !screen.click) {
    const { width } = screen.phone ? sizes.phone : sizes.wide;
    const whole = await page.evaluate(() => document.documentElement.scrollHeight);
    const height = Math.min(whole, mostPx);
    await page.setViewportSize({ width, height });
    await page.waitForLoadState('networkidle');
  }
  // Waits for loading pictures; broken pictures are shown as broken.
  await page.evaluate(() =>
    Promise.all(
      // Skips lazy pictures, which may never load.
      [...document.images]
        .filter(image => image.loading !== 'lazy')
        .map(image => image.decode().catch(() => undefined)),
    ),
  );
  await page.screenshot({ path: new URL(file, out).pathname, animations: 'disabled' });
  await page.close();
}

const words = process.argv.slice(2);
const wanted = words.filter(w => !w.startsWith('--look='));
const wantedLooks = words.filter(w => w.startsWith('--look=')).map(w => w.slice('--look='.length));
const chosenLooks = looks.filter(
  l => wantedLooks.length === 0 || wantedLooks.includes(`${l.lang}-${l.theme}`),
);
const chosen = screenDefinitions.filter(s => wanted.length === 0 || wanted.some(w => s.name.startsWith(w)));
await mkdir(out, { recursive: true });
const server = await startServer();
const browser = await launchBrowser();
let failed = 0;
for (const { lang, theme } of chosenLooks)
  for (const screen of chosen) {
    const look: UserContextOptions = {
      lang,
      theme,
      ...(screen.phone ? sizes.phone : sizes.wide),
      ...(screen.user ? { user: screen.user } : {}),
    };
    const context = await openBrowserContext(browser, server.url, look);
    try {
      await picture(server.url, screen, context, look);
    } catch (error) {
      failed += 1;
      console.error(
        `${screen.name} ${lang} ${theme}: ${error instanceof Error ? error.message.split('\n')[0] : error}`,
      );
    }
    await context.close();
  }
await browser.close();
await server.stop();
console.log(
  `${chosen.length * chosenLooks.length - failed} pictures in infra/pictures/out, ${failed} failed`,
);
process.exit(failed > 0 ? 1 : 0);
