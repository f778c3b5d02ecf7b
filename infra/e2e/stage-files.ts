/**
 * Stage files as a technician's software exports them, one for each stage and arch, and the plan built from
 * them.
 */
import type { Page } from '@playwright/test';
import { archOf } from '#events/tooth/fdi.ts';
import { noProcedures } from '#workers/stages/build.ts';
import { createStagesWorkerApi } from '#workers/stages/stages-work.ts';
import { jawTrianglesAtStage } from '#workers/teeth/jaw-models.ts';
import type { GeneratedPlan } from '#workers/teeth/plan.ts';
import { binaryStl } from '../testing/generate/stl.ts';
import { createTranslator } from '../testing/translations.ts';
import { expect } from './fixtures.ts';

/** A twentieth of the usual triangles, because three pages draw them with a processor. */
const light = {
  crowns: { around: 20, front: 10, wall: 3, top: 6 },
  gums: { half: 30, between: 1, palate: 4 },
};

export type StageFile = { name: string; mimeType: string; buffer: Buffer };

export function createStageFiles(plan: GeneratedPlan): StageFile[] {
  const { upperStages, lowerStages } = plan.draft;
  const file = (row: 'upper' | 'lower', stage: number): StageFile => ({
    name: `${row}_stage_${stage}.stl`,
    mimeType: 'model/stl',
    buffer: binaryStl(jawTrianglesAtStage(plan, row, stage, light)),
  });
  return [
    ...Array.from({ length: upperStages + 1 }, (_, stage) => file('upper', stage)),
    ...Array.from({ length: lowerStages + 1 }, (_, stage) => file('lower', stage)),
  ];
}

/** Builds a plan from stage files without the page. The teeth are only moved. */
export async function buildPlanFromFiles(files: readonly StageFile[]) {
  const work = createStagesWorkerApi(() => 0);
  const given = files.map(({ name, buffer }) => new File([Uint8Array.from(buffer)], name));
  const read = await work.read(given, null, () => {});
  if (!('done' in read)) throw new Error(JSON.stringify(read.refused));
  const numbers = read.done.arches.map(({ arch, teeth }) => [arch, teeth.map(({ fdi }) => fdi)]);
  const built = await work.build(Object.fromEntries(numbers), noProcedures);
  if (!('done' in built)) throw new Error(JSON.stringify(built.refused));
  const { bundle, files: bytes } = built.done;
  const names = ['plan.json', 'teeth.glb', 'coarse.glb'] as const;
  return { bundle, files: bytes.map((one, i) => ({ name: names[i] ?? '', bytes: one })) };
}

/**
 * Submits a version through the page that builds plans, in Chinese: files, tooth numbers, IPR, an attachment.
 */
export async function makePlanOnPage(page: Page, caseId: string, plan: GeneratedPlan): Promise<void> {
  const maker = createTranslator('zh-CN', 'maker');
  const button = (name: string, within: Page | ReturnType<Page['getByRole']> = page) =>
    within.getByRole('button', { name, exact: true });
  const pushed: string[] = [];
  page.on('websocket', socket =>
    socket.on('framereceived', ({ payload }) => {
      if (String(payload).includes(caseId)) pushed.push(String(payload));
    }),
  );
  await page.goto(`/eSetThreeDView?id=${caseId}&make=plans`);
  const files = createStageFiles(plan);
  const { upperStages, lowerStages, teeth } = plan.draft;
  const drop = page.getByLabel(maker('dropFiles'));
  // A failed worker is reported, and the page keeps working.
  await page.route(/stages\.worker/, route => route.abort());
  await drop.setInputFiles(files.slice(0, 1));
  await expect(page.getByText(maker('crashed'))).toBeVisible();
  await page.unroute(/stages\.worker/);
  // Incomplete stage files are refused with a message, and leave nothing behind.
  await drop.setInputFiles(files.filter(({ name }) => name !== 'upper_stage_3.stl'));
  await expect(
    page.getByText(createTranslator('zh-CN', 'error')('issue.stage-skipped', { stage: 3 })),
  ).toBeVisible();
  await drop.setInputFiles(files);
  for (const row of ['upper', 'lower'] as const) {
    const map = page.getByRole('list', { name: maker(`arch.${row}`) });
    const numbers = teeth.filter(({ fdi }) => archOf(fdi) === row).map(({ fdi }) => String(fdi));
    await expect(map.getByRole('button')).toHaveText(numbers);
  }
  // Tooth numbers shifted by one are corrected at once.
  const upper = page.getByRole('region', { name: maker('arch.upper') });
  await button(maker('shiftLeft'), upper).click();
  await button(maker('pieceNamed', { at: 5, tooth: 12 }), upper).click();
  await expect(upper.getByText(/^宽 .*运动拟合误差 0\.\d µm$/)).toBeVisible();
  await button(maker('shiftRight'), upper).click();
  await expect(button(maker('pieceNamed', { at: 5, tooth: 13 }), upper)).toBeVisible();
  for (const what of ['ipr', 'attachments'])
    await button(maker('add'), page.getByRole('region', { name: maker(what) })).click();
  await button(maker('build')).click();
  await expect(page.getByText(maker('stages', { upper: upperStages, lower: lowerStages }))).toBeVisible();
  // The push of the new version precedes the answer; the page stays open until the answer arrives.
  const made = page.getByRole('region', { name: maker('handIn') });
  await page.route('**/actions/submitPlan', async route => {
    const before = pushed.length;
    const response = await route.fetch();
    await expect.poll(() => pushed.length).toBeGreaterThan(before);
    await page.evaluate(
      () => new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn))),
    );
    expect(await made.count()).toBe(1);
    await route.fulfill({ response });
  });
  await button(maker('handInNow', { version: 1 })).click();
  await page.waitForURL(/caseDetail/);
}
