/** axe finds nothing (WCAG 2.0 A to 2.2 AA) on any screen, in both languages and both themes. */
import type { Page, Request } from 'playwright';
import { isPlainPage } from '#web/lib/plain-pages.ts';
import { addressOf, arrange } from '../pictures/at.ts';
import { drawn, type Screen, screens } from '../pictures/screens.ts';
import { violationsOf } from './axe.ts';
import { expect, test } from './world.ts';

const sizes = { wide: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } };
/** A screen's share of its test's time on a machine that has other things to do. */
const screenMs = 60_000;
/** The part of a screen's elements that its page has as served, for the script to add nothing that matters. */
const whole = 0.99;
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
const elements = (page: Page) => page.evaluate(() => document.querySelectorAll('body *').length);

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
    await arrange(page, { ...screen, ...(screen.wait === drawn ? { wait: shown } : {}) }, lang);
    // Keys and dialogs leave something open: the next screen has a page of its own too.
    isApp = inApp && !screen.press && !screen.open;
  };
}

/** A window into which pages are put as the server sends them, without their script. @returns puts one there */
async function still(page: Page): Promise<(screen: Screen, at: string) => Promise<void>> {
  await page.route('**/blank', route => route.fulfill({ contentType: 'text/html', body: '<!doctype html>' }));
  await page.goto('/blank');
  await page.unroute('**/blank');
  return async (screen, at) => {
    await page.setViewportSize(sizeOf(screen));
    await page.evaluate(async path => {
      const sent = new DOMParser().parseFromString(await (await fetch(path)).text(), 'text/html');
      for (const script of sent.querySelectorAll('script')) script.remove();
      document.replaceChild(document.adoptNode(sent.documentElement), document.documentElement);
      const sheets = [
        ...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]:not([disabled])'),
      ];
      const loaded = sheets
        .filter(({ sheet }) => !sheet)
        .map(
          link =>
            new Promise((done, failed) => {
              link.onload = done;
              link.onerror = failed;
            }),
        );
      await Promise.all(loaded);
      await document.fonts.ready;
    }, at);
  };
}

// They only look, so that each may have any worker's server.
test.describe.configure({ mode: 'parallel' });

// Rules about elements hold in both languages and rules about colours in both themes: English is looked at in the light
// one, Chinese in the dark one. Most pages are the same with their script and without it; those that are not are looked
// at with it in both.
for (const user of [...new Set(screens.map(s => s.user))])
  test(`axe, ${user ?? 'nobody'}`, async ({ as, nobody, serverUrl }) => {
    const own = screens.filter(s => s.user === user && !s.alike);
    test.setTimeout(30_000 + own.length * screenMs);
    const enter = (lang: 'en' | 'zh-CN', theme: 'light' | 'dark') =>
      user ? as(user, { lang, theme, at: null }) : nobody({ lang, theme });
    const [light, dark, bare] = [
      await enter('en', 'light'),
      await enter('zh-CN', 'dark'),
      await enter('zh-CN', 'dark'),
    ];
    const [english, chinese, served] = [running(light, 'en'), running(dark, 'zh-CN'), await still(bare)];
    const found: string[] = [];
    const look = async (page: Page, name: string) => {
      for (const line of await violationsOf(page, { outline: true })) found.push(`${name}: ${line}`);
    };
    for (const screen of own) {
      const at = await addressOf(serverUrl, screen);
      await english(screen, at);
      await look(light, `${screen.name}, en, light`);
      const isStill = !screen.open && !screen.press && !screen.shows;
      if (isStill) await served(screen, at);
      if (isStill && (await elements(bare)) >= whole * (await elements(light)))
        await look(bare, `${screen.name}, zh-CN, dark`);
      else {
        await chinese(screen, at);
        await look(dark, `${screen.name}, zh-CN, dark`);
      }
    }
    expect(found).toEqual([]);
  });
