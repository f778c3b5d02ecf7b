/** Drags with the mouse using the browser's own drag and drop. */
import { expect, type Locator, type Page } from '@playwright/test';

/**
 * Drags an element to a target and drops it once the target accepts it. Trap: a busy browser may miss the
 * start of a drag. Then the mouse is released, which changes nothing, and the drag is repeated.
 * @param taken attribute that the target has while an acceptable element is over it
 */
export async function dragTo(page: Page, thing: Locator, place: Locator, taken: string): Promise<void> {
  await expect(async () => {
    await thing.hover();
    await page.mouse.down();
    try {
      await place.hover();
      await place.hover({ position: { x: 30, y: 30 } });
      await expect(place).toHaveAttribute(taken, '', { timeout: 1000 });
    } finally {
      await page.mouse.up();
    }
  }).toPass();
}
