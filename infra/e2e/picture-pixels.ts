/** Checks the pixels of a 3D picture on the screen. */
import { expect, type Page } from '@playwright/test';
import type { CaseView } from '#projections/case/view.ts';
import type { Client } from '../testing/client.ts';

/** Brightness (0 to 255) of every fourth pixel of the canvas. */
async function brightness(page: Page): Promise<number[]> {
  const png = (await page.locator('canvas').first().screenshot()).toString('base64');
  return page.evaluate(async base64 => {
    const bytes = Uint8Array.from(atob(base64), letter => letter.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes]));
    const canvas = new OffscreenCanvas(bitmap.width / 4, bitmap.height / 4);
    const pen = canvas.getContext('2d');
    if (!pen) throw new Error('no 2d');
    pen.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    const { data } = pen.getImageData(0, 0, canvas.width, canvas.height);
    const found: number[] = [];
    for (let i = 0; i < data.length; i += 4)
      found.push(((data[i] ?? 0) + (data[i + 1] ?? 0) + (data[i + 2] ?? 0)) / 3);
    return found;
  }, png);
}

/**
 * Serves coarse shapes instead of the fine ones of a case's newest plan, because the processor draws them.
 * Must be called before the plan is opened.
 */
export async function serveCoarseShapes(page: Page, client: Client, caseId: string): Promise<void> {
  const { data } = await client.get<CaseView>(`/api/cases/${caseId}`);
  const files = data.plans.at(-1)?.files ?? [];
  const pathOf = (name: string) => `/api/files/${files.find(file => file.name === name)?.id}`;
  const coarse = client.url + pathOf('coarse.glb');
  await page
    .context()
    .route(`**${pathOf('teeth.glb')}`, async route =>
      route.fulfill({ response: await route.fetch({ url: coarse }) }),
    );
}

/** Share of pixels as light as teeth and gums; background and controls are dark. */
export async function measureLightPixelShare(page: Page): Promise<number> {
  const all = await brightness(page);
  return all.filter(value => value > 130).length / all.length;
}

/** Expects all models to be loaded and visible. */
export async function expectTeethVisible(page: Page): Promise<void> {
  await expect(page.locator('[data-detail="fine"]')).toBeVisible();
  await expect.poll(() => measureLightPixelShare(page)).toBeGreaterThan(0.05);
}

/** Brightness of a picture, for a comparison with another one. */
export const measureBrightness = brightness;

/** Share of pixels that differ by more than antialiasing. */
export const differingPixelShare = (a: readonly number[], b: readonly number[]): number =>
  a.length === b.length ? a.filter((value, i) => Math.abs(value - (b[i] ?? 0)) > 24).length / a.length : 1;
