import { describe, expect, it } from 'vitest';
import type { Vec3 } from '#events/plan/pose.ts';
import type { Fdi } from '#events/tooth/fdi.ts';
import { TEETH_BY_ARCH } from '#events/tooth/fdi.ts';
import { orderTeethAlongArch } from './arch-line.ts';
import { findFilesFrame, type StatedAxes } from './frame.ts';
import {
  applyMotion,
  composeMotions,
  invertMotion,
  quaternionOfRotationVector,
  type RigidMotion,
} from './rigid.ts';
import {
  createArchShapes,
  expectedScannerAxes,
  proposedNumbersFor,
  scannerAxesInWorld,
} from './testing/frames.ts';
import { generateMandible } from './testing/mandible.ts';
import {
  applyMotionToCorners,
  createGumBand,
  createPlainCrowns,
  createRootedTeeth,
  mirrorIntoMaxilla,
  type TestTooth,
} from './testing/teeth.ts';

const stated: StatedAxes = { left: '+x', front: '-y', up: '+z' };
const mirrored = (teeth: readonly TestTooth[], axis: number, sense: 'kept' | 'turned') =>
  teeth.map(({ fdi, corners }) => {
    const out = corners.map((value, i) => (i % 3 === axis ? -value : value));
    if (sense === 'turned')
      for (let at = 0; at < out.length; at += 9) {
        const second = out.slice(at + 3, at + 6);
        out.copyWithin(at + 3, at + 6, at + 9);
        out.set(second, at + 6);
      }
    return { fdi, corners: out };
  });

describe('the frame of the files', () => {
  const [upper, lower] = [createPlainCrowns('upper'), createPlainCrowns('lower')];
  it.each([
    ['both arches', [createArchShapes('upper', upper), createArchShapes('lower', lower)]],
    ['the lower arch alone, above its gum', [createArchShapes('lower', lower, [createGumBand('lower')])]],
    ['the upper arch alone, below its gum', [createArchShapes('upper', upper, [createGumBand('upper')])]],
    ['lower teeth with roots alone', [createArchShapes('lower', createRootedTeeth('lower'))]],
    ['upper teeth with roots alone', [createArchShapes('upper', createRootedTeeth('upper'))]],
  ] as const)('is found from %s', (_, arches) => {
    const { world, findings } = findFilesFrame(arches);
    expect(scannerAxesInWorld(world)).toEqual(expectedScannerAxes);
    expect(findings).toEqual([]);
  });
  it.each([
    ['lower', generateMandible()],
    ['upper', mirrorIntoMaxilla(generateMandible())],
  ] as const)('is found from a crowded %s arch of cusped teeth with bent roots', (arch, teeth) => {
    const { world, findings } = findFilesFrame([createArchShapes(arch, teeth)]);
    expect([scannerAxesInWorld(world), findings]).toEqual([expectedScannerAxes, []]);
  });
  it('is found in any orientation of the files', () => {
    for (const turn of [
      quaternionOfRotationVector([0, 0, Math.PI]),
      quaternionOfRotationVector([Math.PI / 2, 0, 0]),
      quaternionOfRotationVector([0.9, -0.5, 0.7]),
    ]) {
      const motion: RigidMotion = { q: turn, t: [20, -30, 140] };
      const turned = (teeth: readonly TestTooth[]) =>
        teeth.map(({ fdi, corners }) => ({ fdi, corners: applyMotionToCorners(corners, motion) }));
      const { world } = findFilesFrame([
        createArchShapes('upper', turned(upper)),
        createArchShapes('lower', turned(lower)),
      ]);
      scannerAxesInWorld(composeMotions(world, motion))
        .flat()
        .forEach((value, i) => {
          expect(value).toBeCloseTo(expectedScannerAxes.flat()[i] as number, 1);
        });
    }
  });
  it("keeps the arches' relation as scanned, and centres on the teeth", () => {
    const { world } = findFilesFrame([createArchShapes('upper', upper), createArchShapes('lower', lower)]);
    expect(world.t.every(Number.isInteger)).toBe(true);
    expect(applyMotion(invertMotion(world), applyMotion(world, [1, 2, 3])).map(Math.round)).toEqual([
      1, 2, 3,
    ]);
  });
  it('is unsure with too few teeth, unless stated', () => {
    const few = createArchShapes('lower', createPlainCrowns('lower', [31, 41]));
    expect(findFilesFrame([few]).findings).toContain('frame-unsure');
    const { world, findings } = findFilesFrame([few], stated);
    expect([scannerAxesInWorld(world), findings]).toEqual([expectedScannerAxes, []]);
  });
  it("reports a mirrored export that kept the triangles' orientation: its teeth face inwards", () => {
    const { findings } = findFilesFrame([
      createArchShapes('lower', mirrored(lower, 0, 'kept'), [createGumBand('lower')]),
    ]);
    expect(findings).toEqual(['inside-out']);
  });
  it('reports jaws mirrored in their occlusal plane: the stated directions would exchange left and right', () => {
    const both = (stage: 'upper' | 'lower', teeth: readonly TestTooth[]) =>
      createArchShapes(stage, mirrored(teeth, 2, 'turned'));
    const { findings } = findFilesFrame([both('upper', upper), both('lower', lower)], stated);
    expect(findings).toEqual(['mirrored']);
  });
  it('rejects stated directions with left and right exchanged', () => {
    const arches = [createArchShapes('upper', upper), createArchShapes('lower', lower)];
    expect(findFilesFrame(arches, { ...stated, left: '-x' }).findings).toEqual(['mirrored']);
    expect(findFilesFrame(arches, stated).findings).toEqual([]);
  });
  it('reports swapped arches, because the lower incisors are the wider ones', () => {
    const [u, l] = [
      createArchShapes('upper', lower, [createGumBand('lower')]),
      createArchShapes('lower', upper, [createGumBand('upper')]),
    ];
    expect(findFilesFrame([u, l]).findings).toEqual(['arches-swapped']);
    expect(findFilesFrame([u, l], stated).findings).toEqual(['arches-swapped']);
  });
  it('reports arches that face away from each other', () => {
    const under = applyMotionToCorners(createGumBand('upper'), { q: [0, 0, 0, 1], t: [0, 0, -40] });
    const below = upper.map(({ fdi, corners }) => ({
      fdi,
      corners: applyMotionToCorners(corners, { q: [0, 0, 0, 1], t: [0, 0, -40] }),
    }));
    const arches = [
      createArchShapes('upper', below, [under]),
      createArchShapes('lower', lower, [createGumBand('lower')]),
    ];
    expect(findFilesFrame(arches).findings).toContain('crowns-turned');
  });
  it('is unsure with bare crowns of one arch: nothing tells up from down', () => {
    expect(findFilesFrame([createArchShapes('lower', lower)]).findings).toEqual(['frame-unsure']);
    expect(findFilesFrame([createArchShapes('lower', lower)], stated).findings).toEqual([]);
  });
});

describe('proposed FDI numbers', () => {
  const without = (arch: 'upper' | 'lower', ...absent: Fdi[]) =>
    TEETH_BY_ARCH[arch].filter(fdi => fdi % 10 < 8 && !absent.includes(fdi));

  it.each([
    ['a whole upper arch', without('upper')],
    ['a whole lower arch', without('lower')],
    ['all sixteen', [...TEETH_BY_ARCH.lower]],
    ['a first molar missing', without('lower', 36)],
    ['first premolars extracted, spaces open', without('upper', 14, 24)],
    ['a lateral incisor missing', without('upper', 12)],
    ['the front only', without('lower', 47, 46, 45, 44, 34, 35, 36, 37)],
    ['a side without molars', without('upper', 16, 17)],
  ] as const)('are right for %s, in any order of the files', (_, teeth) => {
    const row = (teeth[0] ?? 11) < 30 ? 'upper' : 'lower';
    const shuffled = [...teeth.filter((_fdi, i) => i % 2 === 0), ...teeth.filter((_fdi, i) => i % 2 === 1)];
    expect(proposedNumbersFor(createPlainCrowns(row, shuffled))).toEqual(shuffled);
  });
  it('are right for a crowded arch of cusped teeth with roots, as mandible and as maxilla', () => {
    const lower = generateMandible();
    expect(proposedNumbersFor(lower)).toEqual(lower.map(({ fdi }) => fdi));
    const upper = mirrorIntoMaxilla(lower);
    expect(proposedNumbersFor(upper)).toEqual(upper.map(({ fdi }) => fdi));
  });
  it('are null if there are more teeth than an arch has', () => {
    const many = [
      ...createPlainCrowns('lower', [...TEETH_BY_ARCH.lower]),
      ...createPlainCrowns('lower', [31]),
    ];
    expect(new Set(proposedNumbersFor(many))).toEqual(new Set([null]));
  });
});

describe('the arch line', () => {
  it('runs from the patient’s right to the left, with a direction for each tooth', () => {
    const centres = Array.from({ length: 11 }, (_, i): Vec3 => {
      const turn = ((i - 5) / 5) * 1.4;
      return [20 * Math.sin(turn), 0, 20 * Math.cos(turn)];
    });
    const line = orderTeethAlongArch(centres.toReversed());
    expect(line.map(({ at }) => at)).toEqual([10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0]);
    for (const [i, { along, tangent }] of line.entries()) {
      const turn = ((i - 5) / 5) * 1.4;
      expect(along).toBeCloseTo(20 * turn, 0);
      expect(tangent[0] * Math.cos(turn) - tangent[2] * Math.sin(turn)).toBeGreaterThan(0.99);
    }
  });
  it('is defined for one tooth and for two', () => {
    expect(orderTeethAlongArch([[3, 0, 4]])).toEqual([{ at: 0, along: 0, tangent: [1, 0, 0] }]);
    expect(
      orderTeethAlongArch([
        [3, 0, 4],
        [-3, 0, 4],
      ]).map(({ tangent }) => tangent.map(Math.round)),
    ).toEqual([
      [1, 0, 0],
      [1, 0, 0],
    ]);
  });
});
