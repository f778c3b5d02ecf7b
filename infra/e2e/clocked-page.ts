/**
 * A page with a clock controlled by the test, so that its polling does not depend on the speed of the
 * machine.
 */
import type { Page } from '@playwright/test';

/** Opens an address, then jumps the page's clock a minute forward and pauses it. `page.clock.runFor` advances it. */
export async function openClockedPage(page: Page, address: string): Promise<Page> {
  await page.clock.install();
  await page.goto(address);
  await page.clock.pauseAt(new Date(Date.now() + 60_000));
  return page;
}
