/** The counts that the replay shows: the dots of its map, and its table in words. */
import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';

/** Counts by status: of the dots on the map, and of the table beside it. */
async function countsOn(page: Page): Promise<{ dots: string[]; table: (string | null)[] }> {
  const dots = page.locator('button[data-station] .num');
  const codes = await page
    .locator('button[data-station]')
    .evaluateAll(all => all.map(one => one.getAttribute('data-station') ?? ''));
  const table = await Promise.all(codes.map(code => page.locator(`[data-twin="${code}"]`).textContent()));
  return { dots: await dots.allTextContents(), table };
}

/** Expects the dots of the replay's map and the table beside it to count the same. */
export const expectDotsMatchTable = (page: Page) =>
  expect(async () => {
    const { dots, table } = await countsOn(page);
    expect(dots.length).toBeGreaterThan(20);
    expect(dots).toEqual(table);
  }).toPass();
