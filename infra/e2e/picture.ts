/** What a picture in 3D shows, looked at as a person does: on the screen, not in the program. */
import { expect, type Page } from '@playwright/test';
import type { CaseView } from '#projections/case/view.ts';
import type { Client } from '../testing/client.ts';

/** The canvas as it stands on the screen, every fourth pixel: 0 to 255 of brightness. */
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
 * Answers a window that asks for the fine shapes of a case's newest plan with the coarse ones: a processor draws them,
 * and few triangles are enough to be looked at. Call before the plan is opened.
 */
export async function drawsCoarse(page: Page, client: Client, caseId: string): Promise<void> {
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

/** Share of the picture that is as light as teeth and gums; the ground and the switches are dark. */
export async function lightShare(page: Page): Promise<number> {
  const all = await brightness(page);
  return all.filter(value => value > 130).length / all.length;
}

/** The models are there, all of them, and can be seen. */
export async function seesTeeth(page: Page): Promise<void> {
  await expect(page.locator('[data-detail="fine"]')).toBeVisible();
  await expect.poll(() => lightShare(page)).toBeGreaterThan(0.05);
}

/** A picture to be compared with another one. */
export const looks = brightness;

/** Share of pixels that differ by more than an edge's softness. */
export const differs = (a: readonly number[], b: readonly number[]): number =>
  a.length === b.length ? a.filter((value, i) => Math.abs(value - (b[i] ?? 0)) > 24).length / a.length : 1;
