import { describe, expect, it } from 'vitest';
import type { Vec3 } from '#events/plan/pose.ts';
import type { Fdi } from '#events/tooth/fdi.ts';
import { TEETH_BY_ARCH } from '#events/tooth/fdi.ts';
import { archLine } from './arch-line.ts';
import { findFilesFrame, type StatedAxes } from './frame.ts';
import {
  applyMotion,
  composeMotions,
  inverseMotion,
  quaternionOfRotationVector,
  type RigidMotion,
} from './rigid.ts';
import { archShapes, expectedAxes, proposedNumbersFor, scannerAxes } from './testing/frames.ts';
import { generatedMandible } from './testing/mandible.ts';
import {
  asMaxilla,
  gumBandOf,
  movedCorners,
  plainCrowns,
  rootedTeeth,
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
  const [upper, lower] = [plainCrowns('upper'), plainCrowns('lower')];
  it.each([
    ['both arches', [archShapes('upper', upper), archShapes('lower', lower)]],
    ['the lower arch alone, above its gum', [archShapes('lower', lower, [gumBandOf('lower')])]],
    ['the upper arch alone, below its gum', [archShapes('upper', upper, [gumBandOf('upper')])]],
    ['lower teeth with roots alone', [archShapes('lower', rootedTeeth('lower'))]],
    ['upper teeth with roots alone', [archShapes('upper', rootedTeeth('upper'))]],
  ] as const)('is found from %s', (_, arches) => {
    const { world, findings } = findFilesFrame(arches);
    expect(scannerAxes(world)).toEqual(expectedAxes);
    expect(findings).toEqual([]);
  });
  it.each([
    ['lower', generatedMandible()],
    ['upper', asMaxilla(generatedMandible())],
  ] as const)('is found from a crowded %s arch of cusped teeth with bent roots', (arch, teeth) => {
    const { world, findings } = findFilesFrame([archShapes(arch, teeth)]);
    expect([scannerAxes(world), findings]).toEqual([expectedAxes, []]);
  });
  it('is found in any orientation of the files', () => {
    for (const turn of [
      quaternionOfRotationVector([0, 0, Math.PI]),
      quaternionOfRotationVector([Math.PI / 2, 0, 0]),
      quaternionOfRotationVector([0.9, -0.5, 0.7]),
    ]) {
      const motion: RigidMotion = { q: turn, t: [20, -30, 140] };
      const turned = (teeth: readonly TestTooth[]) =>
        teeth.map(({ fdi, corners }) => ({ fdi, corners: movedCorners(corners, motion) }));
      const { world } = findFilesFrame([
        archShapes('upper', turned(upper)),
        archShapes('lower', turned(lower)),
      ]);
      scannerAxes(composeMotions(world, motion))
        .flat()
        .forEach((value, i) => {
          expect(value).toBeCloseTo(expectedAxes.flat()[i] as number, 1);
        });
    }
  });
  it("keeps the arches' relation as scanned, and centres on the teeth", () => {
    const { world } = findFilesFrame([archShapes('upper', upper), archShapes('lower', lower)]);
    expect(world.t.every(Number.isInteger)).toBe(true);
    expect(applyMotion(inverseMotion(world), applyMotion(world, [1, 2, 3])).map(Math.round)).toEqual([
      1, 2, 3,
    ]);
  });
  it('is unsure with too few teeth, unless stated', () => {
    const few = archShapes('lower', plainCrowns('lower', [31, 41]));
    expect(findFilesFrame([few]).findings).toContain('frame-unsure');
    const { world, findings } = findFilesFrame([few], stated);
    expect([scannerAxes(world), findings]).toEqual([expectedAxes, []]);
  });
  it("reports a mirrored export that kept the triangles' orientation: its teeth face inwards", () => {
    const { findings } = findFilesFrame([
      archShapes('lower', mirrored(lower, 0, 'kept'), [gumBandOf('lower')]),
    ]);
    expect(findings).toEqual(['inside-out']);
  });
  it('reports jaws mirrored in their occlusal plane: the stated directions would exchange left and right', () => {
    const both = (stage: 'upper' | 'lower', teeth: readonly TestTooth[]) =>
      archShapes(stage, mirrored(teeth, 2, 'turned'));
    const { findings } = findFilesFrame([both('upper', upper), both('lower', lower)], stated);
    expect(findings).toEqual(['mirrored']);
  });
  it('rejects stated directions with left and right exchanged', () => {
    const arches = [archShapes('upper', upper), archShapes('lower', lower)];
    expect(findFilesFrame(arches, { ...stated, left: '-x' }).findings).toEqual(['mirrored']);
    expect(findFilesFrame(arches, stated).findings).toEqual([]);
  });
  it('reports swapped arches, because the lower incisors are the wider ones', () => {
    const [u, l] = [
      archShapes('upper', lower, [gumBandOf('lower')]),
      archShapes('lower', upper, [gumBandOf('upper')]),
    ];
    expect(findFilesFrame([u, l]).findings).toEqual(['arches-swapped']);
    expect(findFilesFrame([u, l], stated).findings).toEqual(['arches-swapped']);
  });
  it('reports arches that face away from each other', () => {
    const under = movedCorners(gumBandOf('upper'), { q: [0, 0, 0, 1], t: [0, 0, -40] });
    const below = upper.map(({ fdi, corners }) => ({
      fdi,
      corners: movedCorners(corners, { q: [0, 0, 0, 1], t: [0, 0, -40] }),
    }));
    const arches = [archShapes('upper', below, [under]), archShapes('lower', lower, [gumBandOf('lower')])];
    expect(findFilesFrame(arches).findings).toContain('crowns-turned');
  });
  it('is unsure with bare crowns of one arch: nothing tells up from down', () => {
    expect(findFilesFrame([archShapes('lower', lower)]).findings).toEqual(['frame-unsure']);
    expect(findFilesFrame([archShapes('lower', lower)], stated).findings).toEqual([]);
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
    expect(proposedNumbersFor(plainCrowns(row, shuffled))).toEqual(shuffled);
  });
  it('are right for a crowded arch of cusped teeth with roots, as mandible and as maxilla', () => {
    const lower = generatedMandible();
    expect(proposedNumbersFor(lower)).toEqual(lower.map(({ fdi }) => fdi));
    const upper = asMaxilla(lower);
    expect(proposedNumbersFor(upper)).toEqual(upper.map(({ fdi }) => fdi));
  });
  it('are null if there are more teeth than an arch has', () => {
    const many = [...plainCrowns('lower', [...TEETH_BY_ARCH.lower]), ...plainCrowns('lower', [31])];
    expect(new Set(proposedNumbersFor(many))).toEqual(new Set([null]));
  });
});

describe('the arch line', () => {
  it('runs from the patient’s right to the left, with a direction for each tooth', () => {
    const centres = Array.from({ length: 11 }, (_, i): Vec3 => {
      const turn = ((i - 5) / 5) * 1.4;
      return [20 * Math.sin(turn), 0, 20 * Math.cos(turn)];
    });
    const line = archLine(centres.toReversed());
    expect(line.map(({ at }) => at)).toEqual([10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0]);
    for (const [i, { along, tangent }] of line.entries()) {
      const turn = ((i - 5) / 5) * 1.4;
      expect(along).toBeCloseTo(20 * turn, 0);
      expect(tangent[0] * Math.cos(turn) - tangent[2] * Math.sin(turn)).toBeGreaterThan(0.99);
    }
  });
  it('is defined for one tooth and for two', () => {
    expect(archLine([[3, 0, 4]])).toEqual([{ at: 0, along: 0, tangent: [1, 0, 0] }]);
    expect(
      archLine([
        [3, 0, 4],
        [-3, 0, 4],
      ]).map(({ tangent }) => tangent.map(Math.round)),
    ).toEqual([
      [1, 0, 0],
      [1, 0, 0],
    ]);
  });
});
