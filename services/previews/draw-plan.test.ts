import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type BundleTooth, teethPresentAt } from '#events/plan/bundle.ts';
import { planBundleSchema } from '#events/plan/bundle-schema.ts';
import { createTinyPlan } from '../../infra/testing/generate/plan.ts';
import { posterParts } from '../files/blobs.ts';
import { drawPlan } from './draw-plan.ts';

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'archline-posters-'));
});
afterEach(() => rm(dir, { recursive: true, force: true }));

/** Opaque pixels in the first and last picture of a plan whose teeth have these spans. */
async function filled(span: (tooth: BundleTooth) => Pick<BundleTooth, 'from' | 'to'>): Promise<number[]> {
  const [json, teeth, coarse] = await createTinyPlan({ upperStages: 8, lowerStages: 6 });
  if (!json || !teeth || !coarse) throw new Error('a plan has three files');
  const bundle = planBundleSchema.parse(JSON.parse(Buffer.from(json.bytes).toString()));
  const spanned = { ...bundle, teeth: bundle.teeth.map(tooth => ({ ...tooth, ...span(tooth) })) };
  expect(teethPresentAt(spanned, 0).length + teethPresentAt(spanned, 8).length).toBeGreaterThan(0);
  const [plan, fine, rough] = ['plan.json', 'teeth.glb', 'coarse.glb'].map(name => join(dir, name));
  await writeFile(plan as string, JSON.stringify(spanned));
  await writeFile(fine as string, teeth.bytes);
  await writeFile(rough as string, coarse.bytes);
  await drawPlan(plan as string, [fine as string, rough as string], dir);
  const counts = [posterParts[0], posterParts[4]].map(async part => {
    const data = await sharp(await readFile(join(dir, part as string)))
      .raw()
      .toBuffer();
    return data.reduce((sum, value, i) => sum + (i % 4 === 3 && value === 255 ? 1 : 0), 0);
  });
  return Promise.all(counts);
}

it('plan picture shows the patient’s right on the left, as seen from the front', async () => {
  const isRight = (fdi: number) => (fdi >= 11 && fdi <= 18) || (fdi >= 41 && fdi <= 48);
  await filled(({ fdi }) => (isRight(fdi) ? {} : { to: 2 }));
  const picture = sharp(await readFile(join(dir, posterParts[4])));
  const { width } = await picture.metadata();
  const data = await picture.raw().toBuffer();
  const halves = [0, 0];
  data.forEach((value, i) => {
    if (i % 4 !== 3 || value !== 255) return;
    const half = (i >> 2) % width < width / 2 ? 0 : 1;
    halves[half] = (halves[half] ?? 0) + 1;
  });
  const [left = 0, right = 0] = halves;
  expect(left).toBeGreaterThan(4 * right);
});

it('plan picture shows a tooth only at stages when it is in the mouth', async () => {
  const [start = 0, goal = 0] = await filled(() => ({}));
  const [before = 0, after = 0] = await filled(({ fdi }) => (fdi < 20 ? { to: 2 } : {}));
  expect(before).toBe(start);
  expect(after).toBeLessThan(goal * 0.95);
  const [late = 0, there = 0] = await filled(({ fdi }) => (fdi < 20 ? { from: 3 } : {}));
  expect(late).toBeLessThan(start * 0.95);
  expect(there).toBe(goal);
});
