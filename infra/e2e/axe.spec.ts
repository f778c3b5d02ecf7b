/** axe must find no violation (WCAG 2.0 A to 2.2 AA) on any screen, in both themes. */
import type { Page, Request } from 'playwright';
import { isPlainPage } from '#web/lib/plain-pages.ts';
import { prepareScreen, resolveScreenAddress } from '../pictures/open-screen.ts';
import { drawnPlanSelector, type ScreenDefinition, screenDefinitions } from '../pictures/screens.ts';
import { findAxeViolations, findPaleTexts } from './axe.ts';
import { expect, test } from './fixtures.ts';

const sizes = { wide: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } };
/** Time limit per screen, on a busy machine. */
const screenMs = 60_000;
/** Selector of a 3D plan in any detail: axe reads the document, not the picture. */
const shown = '[data-detail]:not([data-detail="loading"]) >> nth=0';

/** Intervals in ms between two looks at a page that changes soon. */
const soon = { intervals: [20, 50, 100] };

/** The part of the app's router that opens a screen without loading script and styles again. */
type Routed = {
  __TSR_ROUTER__: {
    history: { push(href: string): void; location: { href: string } };
    state: { status: 'pending' | 'idle'; resolvedLocation?: { href: string } };
  };
};

const sizeOf = (screen: ScreenDefinition) => (screen.phone ? sizes.phone : sizes.wide);

/** Returns a function that resolves when no request is running and the last response is drawn. */
function quietness(page: Page): () => Promise<void> {
  const open = new Set<Request>();
  page.on('request', request => {
    // Trap: requests of a document that was left may never be reported as ended.
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) open.clear();
    open.add(request);
  });
  const over = (request: Request) => open.delete(request);
  page.on('requestfinished', over);
  page.on('requestfailed', over);
  const urls = () => [...open].map(request => request.url());
  // Two frames: the first draws a response, whose effects may start the next request.
  const frames = () =>
    page.evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))));
  return async () => {
    await expect
      .poll(async () => {
        if (open.size === 0) await frames();
        return urls();
      }, soon)
      .toEqual([]);
  };
}

/**
 * Opens another screen in the app. Resolves when the router shows it, so that no check runs on the previous
 * screen.
 */
async function turn(page: Page, at: string): Promise<void> {
  await page.evaluate(href => (window as unknown as Routed).__TSR_ROUTER__.history.push(href), at);
  await expect.poll(() => page.url().endsWith(at), { message: `the address is not ${at}` }).toBe(true);
  const isShown = () => {
    const { history, state } = (window as unknown as Routed).__TSR_ROUTER__;
    // The router writes the values of an address in its own way: `%3A` for a colon, `+` for a space.
    const plain = (href: string) => {
      const { pathname, searchParams } = new URL(href, location.origin);
      return `${pathname}?${searchParams}`;
    };
    const shown = state.resolvedLocation?.href;
    return state.status === 'idle' && shown !== undefined && plain(shown) === plain(history.location.href);
  };
  // Not in every frame, which would draw frames that nothing else needs.
  await page.waitForFunction(isShown, undefined, { polling: 20 });
}

/** Closes an open dialog, so that the app can show another screen without a reload. */
async function closeDialog(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await expect(page.locator('[role="dialog"], [role="alertdialog"]')).toHaveCount(0);
}

/** Returns a function that opens screens in one page of the app, arranged as in their pictures. */
function running(page: Page, lang: 'en' | 'zh-CN'): (screen: ScreenDefinition, at: string) => Promise<void> {
  const quiet = quietness(page);
  let isApp = false;
  let hasDialog = false;
  return async (screen, at) => {
    const { width, height } = sizeOf(screen);
    if (page.viewportSize()?.width !== width) await page.setViewportSize({ width, height });
    const inApp = screen.user !== undefined && !isPlainPage(new URL(at, 'http://here.invalid').pathname);
    // Reloads the page before keys are pressed, because a focused element could consume them.
    const turns = isApp && inApp && !screen.press;
    if (turns && hasDialog) await closeDialog(page);
    // At another window size, the same address is already open.
    if (turns && !page.url().endsWith(at)) await turn(page, at);
    else if (!turns) await page.goto(at);
    await quiet();
    await prepareScreen(
      page,
      { ...screen, ...(screen.wait === drawnPlanSelector ? { wait: shown } : {}) },
      lang,
    );
    // Keys and files leave something open, so the next screen gets a new page.
    hasDialog = Boolean(screen.open ?? screen.click);
    isApp = inApp && !screen.press && !screen.file;
  };
}

/** Switches to the other theme like the theme switch does, without a reload. */
const switchTheme = (page: Page) =>
  page.evaluate(() => {
    const { dataset } = document.documentElement;
    dataset.theme = dataset.theme === 'dark' ? 'light' : 'dark';
  });

// Parallel, because these tests only read and can share a server.
test.describe.configure({ mode: 'parallel' });

// Rules about elements hold in both themes and, since no dictionary has an empty text, in both languages. So
// every screen is checked in English: in the theme of the screen before with all rules, then in the other one for
// contrast. Each user's first screen is also checked in Chinese.
for (const user of [...new Set(screenDefinitions.map(s => s.user))])
  test(`axe, ${user ?? 'nobody'}`, async ({ as, nobody, serverUrl }) => {
    const own = screenDefinitions.filter(s => s.user === user && !s.alike);
    test.setTimeout(30_000 + own.length * screenMs);
    const found: string[] = [];
    const note = async (name: string, lines: readonly string[]) => {
      const theme = await page.evaluate(() => document.documentElement.dataset.theme);
      for (const line of lines) found.push(`${name}, ${theme}: ${line}`);
    };
    const page = await (user ? as(user, { lang: 'zh-CN', at: null }) : nobody({ lang: 'zh-CN' }));
    const chinese = running(page, 'zh-CN');
    for (const screen of own.slice(0, 1)) {
      await chinese(screen, await resolveScreenAddress(serverUrl, screen));
      await note(`${screen.name}, zh-CN`, await findAxeViolations(page, { outline: true }));
    }
    await page.context().addCookies([{ name: 'lang', value: 'en', url: serverUrl }]);
    const english = running(page, 'en');
    for (const screen of own) {
      await english(screen, await resolveScreenAddress(serverUrl, screen));
      await note(`${screen.name}, en`, await findAxeViolations(page, { outline: true }));
      await switchTheme(page);
      await note(`${screen.name}, en`, await findPaleTexts(page));
    }
    expect(found).toEqual([]);
  });

/** Texts of every kind that decides on contrast: those of class `pale` have too little. */
const planted = `<!doctype html><html lang="en"><title>Texts</title>
<style>body { background: #fff; color: #222 } .pale { color: #888 } .card { background: #000a; color: #fff }</style>
<main><h1>Texts</h1>
  <p class="pale">grey on white</p>
  <p class="pale" style="color: color-mix(in oklch, #222 40%, #fff)">a mixed colour</p>
  <p style="color: #777; font-size: 24px">large, so 3:1 is enough</p>
  <p class="card"><span class="pale" style="color: #aaa">on a translucent card</span> but white is enough</p>
  <div style="opacity: .4"><p class="pale" style="color: #222">in a faded group</p></div>
  <input class="pale" aria-label="Name" value="a value" style="background: #fff">
  <select class="pale" aria-label="Jaw" style="background: #fff"><option>upper</option></select>
  <button disabled style="color: #aaa; background: #fff">not in use</button>
  <p style="background: #222; height: 20px"><span style="position: absolute; left: 400px; top: 0" class="pale">elsewhere</span></p>
  <p style="background: #222; height: 20px; width: 60px"><span style="position: relative; left: 300px" class="pale">moved away</span></p>
  <div style="background: #999; height: 30px"></div><p style="margin-top: -30px" class="pale beside">over a sibling</p>
</main></html>`;

test('finds the same pale texts as axe', async ({ nobody }) => {
  const page = await nobody();
  await page.setContent(planted);
  const ofAxe = await findAxeViolations(page, { isWhole: true });
  expect(ofAxe).toEqual([expect.stringMatching(/^color-contrast \(9\)/)]);
  expect(await findPaleTexts(page)).toEqual(ofAxe);
  expect(await findAxeViolations(page)).toEqual(ofAxe);
  expect(await findAxeViolations(page, { within: 'main' })).toEqual(ofAxe);
  await page.evaluate(() => document.querySelectorAll('.pale').forEach(pale => void pale.remove()));
  expect(await findPaleTexts(page)).toEqual([]);
});

/** Targets of every kind that decides on their size: those of class `small` are too small. */
const plantedTargets = `<!doctype html><html lang="en"><title>Targets</title>
<style>button, a { position: absolute; padding: 0; border: 0; font-size: 10px; width: 20px; height: 20px }</style>
<main><h1>Targets</h1>
  <button class="small" style="left: 100px; top: 100px">a</button>
  <button class="small" style="left: 120px; top: 100px">b</button>
  <button style="left: 200px; top: 100px">alone</button>
  <button style="left: 300px; top: 100px; width: 24px; height: 24px">c</button>
  <button style="left: 324px; top: 100px; width: 24px; height: 24px">d</button>
  <button class="small" style="left: 100px; top: 200px; width: 60px; height: 30px">below</button>
  <button class="small" style="left: 120px; top: 190px; width: 38px; height: 40px">over it</button>
  <button disabled style="left: 100px; top: 300px">e</button>
  <button disabled style="left: 120px; top: 300px">f</button>
  <div role="button" tabindex="0" style="position: absolute; left: 200px; top: 200px; width: 60px; height: 10px" class="small">g</div>
  <a href="#h" style="left: 200px; top: 212px; width: 60px; height: 10px" class="small">h</a>
  <p style="position: absolute; top: 400px">In a text <a href="#i" style="position: static">one</a> <a href="#j" style="position: static">two</a>.</p>
</main></html>`;

test('finds the same small targets as axe', async ({ nobody }) => {
  const page = await nobody();
  await page.setContent(plantedTargets);
  const ofAxe = await findAxeViolations(page, { isWhole: true });
  expect(ofAxe).toEqual([expect.stringMatching(/^target-size \(5\)/)]);
  expect(await findAxeViolations(page)).toEqual(ofAxe);
  expect(await findAxeViolations(page, { within: 'main' })).toEqual(ofAxe);
  await page.evaluate(() => document.querySelectorAll('.small').forEach(small => void small.remove()));
  expect(await findAxeViolations(page, { isWhole: true })).toEqual([]);
  expect(await findAxeViolations(page)).toEqual([]);
});
