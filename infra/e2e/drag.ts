/** Dragging with the mouse, as the browser's own drag and drop has it. */
import { expect, type Locator, type Page } from '@playwright/test';

/**
 * Drags a thing to a place, and lets go once the place shows that it takes it. Trap: a browser that is busy may miss the
 * begin of a drag. The mouse is released then, which changes nothing, and the drag starts again.
 * @param taken attribute that the place has while something it takes hangs over it
 */
export async function drag(page: Page, thing: Locator, place: Locator, taken: string): Promise<void> {
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
