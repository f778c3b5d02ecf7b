/** Starts Chromium for screenshots and measurements, from the same path as the end-to-end tests. */
import { type Browser, type BrowserContext, chromium } from 'playwright';
import { chromiumPath } from '../setup/chromium.mjs';
import { demoPassword } from './client.ts';

/** Flags that a headless Chromium on a server needs: no sandbox as root, software WebGL, no calls home. */
export const chromiumArgs = [
  '--no-sandbox',
  '--use-gl=angle',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

export const chromiumExecutable = process.env.ARCHLINE_CHROMIUM ?? (await chromiumPath());

export const launchBrowser = (): Promise<Browser> =>
  chromium.launch({ executablePath: chromiumExecutable, args: chromiumArgs });

export type UserContextOptions = {
  lang: 'en' | 'zh-CN';
  theme: 'light' | 'dark';
  width: number;
  height: number;
  user?: string;
};

/** Opens a browser context for one user: language, theme, window size and session. */
export async function openBrowserContext(
  browser: Browser,
  url: string,
  look: UserContextOptions,
): Promise<BrowserContext> {
  const context = await browser.newContext({
    viewport: { width: look.width, height: look.height },
    colorScheme: look.theme,
    timezoneId: 'Asia/Shanghai',
  });
  const cookie = (name: string, value: string) => ({ name, value, url });
  await context.addCookies([
    cookie('lang', look.lang),
    cookie('theme', look.theme),
    cookie('tz', encodeURIComponent('Asia/Shanghai')),
  ]);
  if (look.user) {
    const page = await context.newPage();
    await page.goto(`${url}/login`);
    await page.locator('input[name="userName"]').fill(look.user);
    await page.locator('input[name="password"]').fill(demoPassword);
    await page.locator('form[action="/login"] button[type="submit"]').click();
    await page.waitForURL('**/workbench');
    await page.close();
  }
  return context;
}
