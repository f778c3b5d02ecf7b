/** Messages that the demo sent, read on the page that lists them. */
import { expect, type Page } from '@playwright/test';

/** Returns the part of the newest message to an address that matches the pattern. Waits until it matches. */
export async function findInNewestMessage(page: Page, to: string, pattern: RegExp): Promise<string> {
  const list = await page.context().newPage();
  let found = '';
  await expect(async () => {
    await list.goto(`/demo/messages?to=${encodeURIComponent(to)}`);
    // Reads all items at once: `first().textContent()` would wait on a page without messages.
    const [text = ''] = await list.getByRole('listitem').allTextContents();
    [found = ''] = pattern.exec(text) ?? [];
    expect(found).not.toBe('');
  }).toPass();
  await list.close();
  return found;
}

export const readCodeSentTo = (page: Page, to: string) => findInNewestMessage(page, to, /\b\d{6}\b/);

/** Opens the link of the newest message to an address. @param path of the link's page */
export async function openLinkSentTo(page: Page, to: string, path: string): Promise<string> {
  const link = new URL(await findInNewestMessage(page, to, new RegExp(`https?:\\S+${path}\\S+`)));
  const address = link.pathname + link.search;
  await page.goto(address);
  return address;
}
