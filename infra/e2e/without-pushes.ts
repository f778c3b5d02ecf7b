/** Pages that receive no pushes, as if their connection were slow. */
import type { Page } from '@playwright/test';

/** Opens a page without pushes and waits for its script, because earlier keystrokes would be lost. */
export async function openWithoutPushes(page: Page, path: string): Promise<void> {
  const { promise: opened, resolve: open } = Promise.withResolvers<unknown>();
  await page.routeWebSocket(/socket\.io/, open);
  await page.goto(path);
  await opened;
}
