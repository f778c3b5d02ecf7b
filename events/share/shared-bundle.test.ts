import { beforeAll, describe, expect, test } from 'vitest';
import { createTinyPlan } from '../../infra/testing/generate/plan.ts';
import type { PlanBundle } from '../plan/bundle.ts';
import { planBundleSchema } from '../plan/bundle-schema.ts';
import { numbersPerPose } from '../plan/pose.ts';
import { bundleShownByLink, isPlainNodeName } from './shared-bundle.ts';

let bundle: PlanBundle;
beforeAll(async () => {
  const [json] = await createTinyPlan({ upperStages: 8, lowerStages: 6 });
  bundle = planBundleSchema.parse(JSON.parse(Buffer.from(json?.bytes ?? []).toString()));
});

const shown = (audience: 'patient' | 'colleague', scope: { stages: boolean; notes: boolean }) =>
  bundleShownByLink(bundle, { audience, scope });

describe('a shared plan', () => {
  const scopes = [true, false].flatMap(stages => [true, false].map(notes => ({ stages, notes })));
  test.each(scopes)('matches the bundle schema (%j)', scope => {
    for (const audience of ['patient', 'colleague'] as const)
      expect(planBundleSchema.safeParse(shown(audience, scope)).error).toBeUndefined();
  });

  test('without stages contains only start and goal, and no procedures', () => {
    const ends = shown('colleague', { stages: false, notes: true });
    const [first] = ends.teeth;
    const [whole] = bundle.teeth;
    expect(first?.poses).toEqual([
      ...(whole?.poses.slice(0, numbersPerPose) ?? []),
      ...(whole?.poses.slice(-numbersPerPose) ?? []),
    ]);
    expect([ends.upperStages, ends.ipr, ends.attachments]).toEqual([1, [], []]);
  });

  test.each([true, false])('with notes %j has the same numbers', notes => {
    const scope = { stages: true, notes };
    const text = JSON.stringify(shown('patient', scope));
    expect(text).not.toContain('measured');
    expect(text).not.toContain('11-21');
    const { teeth, attachments, ipr } = shown('colleague', scope);
    const numbers = [teeth.map(t => t.width), attachments, ipr];
    expect(numbers).toEqual([bundle.teeth.map(t => t.width), bundle.attachments, bundle.ipr]);
    expect([attachments.length > 0, ipr.length > 0]).toEqual([true, true]);
  });

  test('drops shape names that contain more than a tooth number', () => {
    const [tooth] = bundle.teeth;
    if (!tooth) throw new Error('no tooth');
    const named = (word: string) => ({
      ...tooth,
      shapes: Array.from({ length: 9 }, (_, i) => `${word}${i}`),
    });
    const of = (word: string) =>
      bundleShownByLink(
        { ...bundle, teeth: [named(word)] },
        { audience: 'colleague', scope: { stages: true, notes: true } },
      ).teeth[0]?.shapes;
    expect(of('13-')?.length).toBe(9);
    expect([of('13 zhang wei '), of('13张伟'), of('tooth')]).toEqual([undefined, undefined, undefined]);
    expect([
      isPlainNodeName('13'),
      isPlainNodeName('gum-upper'),
      isPlainNodeName('19'),
      isPlainNodeName('patient'),
    ]).toEqual([true, true, false, false]);
  });
});
