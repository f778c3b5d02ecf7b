import { beforeAll, describe, expect, it } from 'vitest';
import { type Arch, archOf, type Fdi, positionFromMidline } from '#events/tooth/fdi.ts';
import { type GeneratedTreatment, generateTreatment } from './design.ts';
import { combineVectors } from './frame.ts';
import { coarseGumDetail, fineGumDetail, generateGum } from './gum.ts';
import { type MalocclusionKind, malocclusionKinds } from './malocclusion-kinds.ts';
import { checkSoundness, extentOnAxis, isInside, PERFECT_SOUNDNESS } from './testing.ts';

const places = (design: GeneratedTreatment, row: Arch) =>
  new Map([...design.start].filter(([tooth]) => archOf(tooth) === row));

describe.each(malocclusionKinds)('the gums of a patient with %s', (look: MalocclusionKind) => {
  const design = generateTreatment(5, { look, upperStages: 20, lowerStages: 20 });
  it.each(['upper', 'lower'] as const)('are closed bodies facing outwards: %s', row => {
    for (const detail of [fineGumDetail, coarseGumDetail])
      expect(checkSoundness(generateGum(row, places(design, row), design.crowns, detail))).toEqual(
        PERFECT_SOUNDNESS,
      );
  });
});

describe('a gum', () => {
  let design: GeneratedTreatment;
  beforeAll(() => {
    design = generateTreatment(11, { look: 'crowding', upperStages: 24, lowerStages: 20 });
  });
  it.each(['upper', 'lower'] as const)('covers every root and leaves every edge free: %s', row => {
    const gum = generateGum(row, places(design, row), design.crowns, fineGumDetail);
    const held = (tooth: Fdi, height: number) => {
      const frame = design.start.get(tooth);
      if (!frame) throw new Error(`${tooth}`);
      const half = design.crowns.size(tooth).crown / 2;
      return isInside(gum, combineVectors([1, frame.at], [height - half, frame.occlusal]));
    };
    for (const tooth of places(design, row).keys()) {
      expect([tooth, held(tooth, -2)]).toEqual([tooth, true]);
      expect([tooth, held(tooth, 0.6 * design.crowns.size(tooth).crown)]).toEqual([tooth, false]);
    }
  });
  it.each(['upper', 'lower'] as const)('rises to a papilla between two front teeth: %s', row => {
    const gum = generateGum(row, places(design, row), design.crowns, fineGumDetail);
    const front = [...places(design, row)].filter(([tooth]) => positionFromMidline(tooth) <= 3);
    for (const [i, [tooth, frame]] of front.slice(0, -1).entries()) {
      const next = front[i + 1]?.[1] ?? frame;
      const mid = combineVectors([0.5, frame.at], [0.5, next.at]);
      const half = design.crowns.size(tooth).crown / 2;
      const papilla = combineVectors([1, mid], [1.2 - half, frame.occlusal]);
      expect([tooth, isInside(gum, papilla)]).toEqual([tooth, true]);
    }
  });
  it('has a palate in the upper jaw and space for the tongue in the lower', () => {
    const upper = generateGum('upper', places(design, 'upper'), design.crowns, fineGumDetail);
    const lower = generateGum('lower', places(design, 'lower'), design.crowns, fineGumDetail);
    const [, high] = extentOnAxis(upper, 1);
    const [low] = extentOnAxis(lower, 1);
    expect(isInside(upper, [0.37, high - 1, -20])).toBe(true);
    expect(isInside(lower, [0.37, low + 1, -20])).toBe(false);
  });
  it('has the same triangles wherever the teeth are', () => {
    const goal = new Map([...design.goal].filter(([tooth]) => archOf(tooth) === 'upper'));
    const before = generateGum('upper', places(design, 'upper'), design.crowns, fineGumDetail);
    const after = generateGum('upper', goal, design.crowns, fineGumDetail);
    expect(after.indices).toEqual(before.indices);
    expect(after.positions).not.toEqual(before.positions);
  });
});
