/** axe finds nothing (WCAG 2.0 A to 2.2 AA) on any screen, in both themes. */
import type { Page, Request } from 'playwright';
import { isPlainPage } from '#web/lib/plain-pages.ts';
import { screenAddress, arrangeScreen } from '../pictures/open-screen.ts';
import { drawnPlan, type Screen, screens } from '../pictures/screens.ts';
import { violationsOf } from './axe.ts';
import { expect, test } from './world.ts';

const sizes = { wide: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } };
/** A screen's share of its test's time on a machine that has other things to do. */
const screenMs = 60_000;
/** A plan in 3D, however coarse: axe reads the document, not the picture. */
const shown = '[data-detail]:not([data-detail="loading"]) >> nth=0';

/** The app's router, as far as it is used here: it opens a screen without loading script and styles again. */
type Routed = {
  __TSR_ROUTER__: {
    history: { push(href: string): void; location: { href: string } };
    state: { status: 'pending' | 'idle'; resolvedLocation?: { href: string } };
  };
};

const sizeOf = (screen: Screen) => (screen.phone ? sizes.phone : sizes.wide);

/** Resolves once nothing is being fetched and what was fetched is drawn. */
function quietness(page: Page): () => Promise<void> {
  const open = new Set<Request>();
  page.on('request', request => {
    // Trap: requests of a document that is left may never be reported as ended.
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) open.clear();
    open.add(request);
  });
  const over = (request: Request) => open.delete(request);
  page.on('requestfinished', over);
  page.on('requestfailed', over);
  const urls = () => [...open].map(request => request.url());
  // Two frames: the first draws a response, whose effects may then start the next request.
  const frames = () =>
    page.evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))));
  return async () => {
    await expect
      .poll(async () => {
        if (open.size === 0) await frames();
        return urls();
      })
      .toEqual([]);
  };
}

/** Opens another screen in a page of the app. Resolves once the router shows it, so that nothing reads the screen before. */
async function turn(page: Page, at: string): Promise<void> {
  await page.evaluate(href => (window as unknown as Routed).__TSR_ROUTER__.history.push(href), at);
  await expect.poll(() => page.url().endsWith(at), { message: `the address is not ${at}` }).toBe(true);
  await page.waitForFunction(() => {
    const { history, state } = (window as unknown as Routed).__TSR_ROUTER__;
    return state.status === 'idle' && state.resolvedLocation?.href === history.location.href;
  });
}

/** A window in which the app runs. @returns goes to a screen, and shows it as its picture does */
function running(page: Page, lang: 'en' | 'zh-CN'): (screen: Screen, at: string) => Promise<void> {
  const quiet = quietness(page);
  let isApp = false;
  return async (screen, at) => {
    await page.setViewportSize(sizeOf(screen));
    const inApp = screen.user !== undefined && !isPlainPage(new URL(at, 'http://here.invalid').pathname);
    // Loads the page again before keys are pressed: an element with the focus could consume them.
    const turns = isApp && inApp && !screen.press;
    // The same address at another size is the page that is open.
    if (turns && !page.url().endsWith(at)) await turn(page, at);
    else if (!turns) await page.goto(at);
    await quiet();
    await arrangeScreen(page, { ...screen, ...(screen.wait === drawnPlan ? { wait: shown } : {}) }, lang);
    // Keys and dialogs leave something open: the next screen has a page of its own too.
    isApp = inApp && !screen.press && !screen.open;
  };
}

/** Shows the page in the other theme as its switch does, without loading it again. */
const turnInto = (page: Page, theme: 'light' | 'dark') =>
  page.evaluate(name => document.documentElement.setAttribute('data-theme', name), theme);

// They only look, so that each may have any worker's server.
test.describe.configure({ mode: 'parallel' });

// Rules about elements hold in both themes and, since no word is empty in either dictionary, in both languages. So every
// screen is looked at in English, in the dark theme by the rules about colours; the first of each person in Chinese too.
for (const user of [...new Set(screens.map(s => s.user))])
  test(`axe, ${user ?? 'nobody'}`, async ({ as, nobody, serverUrl }) => {
    const own = screens.filter(s => s.user === user && !s.alike);
    test.setTimeout(30_000 + own.length * screenMs);
    const enter = (lang: 'en' | 'zh-CN') => (user ? as(user, { lang, at: null }) : nobody({ lang }));
    const found: string[] = [];
    const look = async (page: Page, name: string, options: Parameters<typeof violationsOf>[1]) => {
      for (const line of await violationsOf(page, options)) found.push(`${name}: ${line}`);
    };
    const page = await enter('en');
    const english = running(page, 'en');
    for (const screen of own) {
      await english(screen, await screenAddress(serverUrl, screen));
      await look(page, `${screen.name}, en, light`, { outline: true });
      await turnInto(page, 'dark');
      await look(page, `${screen.name}, en, dark`, { colours: true });
      await turnInto(page, 'light');
    }
    for (const screen of own.slice(0, 1)) {
      const other = await enter('zh-CN');
      await running(other, 'zh-CN')(screen, await screenAddress(serverUrl, screen));
      await look(other, `${screen.name}, zh-CN, light`, { outline: true });
    }
    expect(found).toEqual([]);
  });
