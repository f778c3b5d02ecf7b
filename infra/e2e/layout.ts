/** Where things stand on a page. */
import { expect, type Locator, type Page } from '@playwright/test';

/** In CSS pixels of the window. */
export type Box = { x: number; y: number; width: number; height: number };

export async function boxOf(place: Locator): Promise<Box> {
  const box = await place.boundingBox();
  if (!box) throw new Error(`${place} is not on the page`);
  return box;
}

export const overlap = (a: Box, b: Box): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

/**
 * Measures until the layout is as the check wants it. Trap: a page takes up a new window size, a font or an answer over
 * several frames. Two boxes that are asked for one after the other may then be of two layouts.
 */
export const laidOut = (check: () => Promise<void>): Promise<void> => expect(check).toPass();

/** Nothing makes the page wider than its window. */
export const fitsWindow = (page: Page): Promise<void> =>
  expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth))
    .toBeLessThanOrEqual(0);

/** How far below the window's top a place comes to rest: the same in two frames that follow each other. */
export async function restOf(place: Locator): Promise<number> {
  let top = Number.NaN;
  await laidOut(async () => {
    const before = top;
    await place.evaluate(() => new Promise(requestAnimationFrame));
    top = Math.round((await boxOf(place)).y);
    expect(top).toBe(before);
  });
  return top;
}
