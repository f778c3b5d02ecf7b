/** Positions and sizes of elements on a page. */
import { expect, type Locator, type Page } from '@playwright/test';

/** Position and size in CSS pixels of the window. */
export type BoundingBox = { x: number; y: number; width: number; height: number };

export async function measureBoundingBox(place: Locator): Promise<BoundingBox> {
  const box = await place.boundingBox();
  if (!box) throw new Error(`${place} is not on the page`);
  return box;
}

export const areBoxesOverlapping = (a: BoundingBox, b: BoundingBox): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

/**
 * Repeats a layout check until it passes. Trap: a page adapts to a new window size, font or answer over
 * several frames, so two boxes measured one after the other may belong to different layouts.
 */
export const expectLayout = (check: () => Promise<void>): Promise<void> => expect(check).toPass();

/** Expects the page to be no wider than its window. */
export const expectFitsWindow = (page: Page): Promise<void> =>
  expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth))
    .toBeLessThanOrEqual(0);

/** Distance of an element from the top of the window, once it is equal in two successive frames. */
export async function measureSettledTop(place: Locator): Promise<number> {
  let top = Number.NaN;
  await expectLayout(async () => {
    const before = top;
    await place.evaluate(() => new Promise(requestAnimationFrame));
    top = Math.round((await measureBoundingBox(place)).y);
    expect(top).toBe(before);
  });
  return top;
}
