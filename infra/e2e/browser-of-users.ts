/** A browser as users have it, with V8's optimising compilers: for tests of long tasks, and of work that takes seconds without. */
import { type Browser, chromium } from '@playwright/test';
import { chromiumArgs, chromiumExecutable } from '../testing/browser.ts';
import { test as base } from './fixtures.ts';

/** A browser of the worker, by the option `launchOptions`, would restart the server too. */
export const test = base.extend<{ browserOfUsers: Browser }>({
  // biome-ignore lint/correctness/noEmptyPattern: playwright wants the pattern
  browserOfUsers: async ({}, use) => {
    const args = [...chromiumArgs, '--disable-gpu'];
    const browser = await chromium.launch({ executablePath: chromiumExecutable, args });
    await use(browser);
    await browser.close();
  },
});
