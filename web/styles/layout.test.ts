/**
 * Tests of sticky and fixed bars in a browser layout with plain content: they cover nothing, and all content
 * can be reached.
 */
import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchBrowser } from '../../infra/testing/browser.ts';

let browser: Browser;
let page: Page;
beforeAll(async () => {
  browser = await launchBrowser();
  page = await browser.newPage();
});
afterAll(() => browser.close());

/**
 * Reads a style sheet without hashed class names. Unwraps `:global(…)`, which only the bundler understands.
 */
const css = (path: string) =>
  readFileSync(new URL(`../${path}`, import.meta.url), 'utf8').replaceAll(/:global\(([^)]*)\)/g, '$1');
const base = ['styles/layers.css', 'styles/reset.css', 'styles/tokens.css', 'styles/text.css'].map(css);

async function show(sheets: readonly string[], body: string): Promise<void> {
  const still = '* { animation: none !important; }';
  const styles = [...base, ...sheets.map(css), still].join('\n');
  await page.setContent(
    `<!doctype html><meta name="viewport" content="width=device-width"><style>${styles}</style>${body}`,
  );
}
const box = async (selector: string) => {
  const found = await page.locator(selector).boundingBox();
  if (!found) throw new Error(`${selector} is not shown`);
  return { top: found.y, foot: found.y + found.height, height: found.height };
};
const long = '<div class="last" style="height: 3000px"></div>';
const sizes = [
  [390, 844],
  [834, 1112],
  [1440, 900],
] as const;

describe.each(sizes)('the layout at %i x %i', (width, height) => {
  beforeAll(() => page.setViewportSize({ width, height }));

  test('scrolls the last field of the wizard clear of its bar', async () => {
    const bar = '<footer class="footer"><div class="footerRow"><button>Save</button></div></footer>';
    await show(
      ['features/wizard/wizard.module.css'],
      `<div class="wizard"><div class="grid"><div class="main">${long}</div></div>${bar}</div>`,
    );
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    expect((await box('.last')).foot).toBeLessThanOrEqual((await box('.footer')).top);
  });

  test('accounts for the height of the decision bar', async () => {
    await show(
      ['features/review/decision.module.css'],
      `<div class="room"><main>${long}</main><section class="decide"><p class="why">Why</p></section></div>`,
    );
    const lift = await page.evaluate(() =>
      getComputedStyle(document.documentElement).getPropertyValue('--bar-lift'),
    );
    expect((await box('.decide')).height).toBe(Number.parseFloat(lift));
  });

  test('keeps the buttons of a long dialog visible in a low window, and scrolls its body', async () => {
    await page.setViewportSize({ width, height: 480 });
    await show(
      ['ui/overlay.module.css'],
      `<div class="scrim"><div class="modal"><section class="dialog"><header class="head">Head</header>
      <div class="body">${long}</div><footer class="foot"><button>Send</button></footer></section></div></div>`,
    );
    expect((await box('.foot')).foot).toBeLessThanOrEqual(480);
    const scrolled = await page.locator('.body').evaluate(body => {
      body.scrollTop = 100;
      return [body.clientHeight > 100, body.scrollTop];
    });
    expect(scrolled).toEqual([true, 100]);
    await page.setViewportSize({ width, height });
  });
});
