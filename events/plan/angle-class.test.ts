import { describe, expect, it } from 'vitest';
import { type Arch, archOf, type Fdi, isOnRightSide } from '#events/tooth/fdi.ts';
import { generatePlan } from '#workers/teeth/plan.ts';
import {
  angleAt,
  angleClassOf,
  angleRelations,
  classOneToleranceMm,
  type Side,
  sides,
} from './angle-class.ts';
import type { BundleTooth } from './bundle.ts';
import { toothAxesOf } from './movement.ts';
import { numbersPerPose, poseAtStage, rotate, type Vec3 } from './pose.ts';

const both = { upperStages: 12, lowerStages: 12 };
const last = 12;
const seeds = [1, 2];
const plans = seeds.map(seed => generatePlan(seed, { look: 'crowding', ...both }).draft);
const [plan] = plans;

/** Moves the teeth of a side and an arch some mm to mesial along their rows, at all stages. */
function pushed(teeth: readonly BundleTooth[], row: Arch, side: Side, mm: number): BundleTooth[] {
  return teeth.map(tooth => {
    if (archOf(tooth.fdi) !== row || isOnRightSide(tooth.fdi) !== (side === 'right')) return tooth;
    const poses = [...tooth.poses];
    for (let at = 0; at < poses.length; at += numbersPerPose) {
      const mesial = rotate(poseAtStage(poses, at / numbersPerPose).q, toothAxesOf(tooth)[0]);
      const level = Math.hypot(mesial[0], mesial[2]);
      const by: Vec3 = [(mm * mesial[0]) / level, 0, (mm * mesial[2]) / level];
      by.forEach((shift, axis) => {
        poses[at + axis] = (poses[at + axis] ?? 0) + shift;
      });
    }
    return { ...tooth, poses };
  });
}

/** Mirrors a mouth: right becomes left. */
const mirrored = (teeth: readonly BundleTooth[]): BundleTooth[] =>
  teeth.map(({ fdi, pivot: [px, py, pz], axes, poses, ...tooth }) => ({
    ...tooth,
    // Quadrants 1 and 2, 3 and 4 are exchanged.
    fdi: (fdi + (Math.floor(fdi / 10) % 2 === 1 ? 10 : -10)) as Fdi,
    pivot: [-px, py, pz],
    axes: axes.map((n, i) => (i % 3 === 0 ? -n : n)),
    poses: poses.map((n, i) => ([0, 4, 5].includes(i % numbersPerPose) ? -n : n)),
  }));

const offsetIn = (teeth: readonly BundleTooth[], relation: 'canine' | 'molar', side: Side, stage = last) =>
  angleAt({ teeth: [...teeth] }, relation, side, stage)?.offset ?? Number.NaN;

describe("Angle's classes of generated plans", () => {
  it.each(angleRelations)('%s: class I on both sides at the goal', relation => {
    for (const { teeth } of plans)
      for (const side of sides) expect(angleAt({ teeth }, relation, side, last)?.class).toBe('I');
  });
  it.each(angleRelations.flatMap(relation => sides.map(side => [relation, side] as const)))(
    '%s %s: a mesial upper row is class II, a mesial lower row class III; the other side is unchanged',
    (relation, side) => {
      const teeth = plan?.teeth ?? [];
      const other = side === 'right' ? 'left' : 'right';
      const at = offsetIn(teeth, relation, side);
      for (const [row, sign, found] of [
        ['upper', 1, 'II'],
        ['lower', -1, 'III'],
      ] as const) {
        const moved = pushed(teeth, row, side, 4);
        // The rows are not quite parallel, so 4 mm along one are nearly 4 along their mean.
        expect(Math.abs(offsetIn(moved, relation, side) - at - sign * 4)).toBeLessThan(0.1);
        expect(angleAt({ teeth: moved }, relation, side, last)?.class).toBe(found);
        expect(offsetIn(moved, relation, other)).toBe(offsetIn(teeth, relation, other));
      }
    },
  );
  it('are exchanged between the sides in a mirror image', () => {
    for (const { teeth } of plans)
      for (const relation of angleRelations)
        for (const stage of [0, 5, last]) {
          const image = mirrored(teeth);
          expect(offsetIn(image, relation, 'left', stage)).toBeCloseTo(
            offsetIn(teeth, relation, 'right', stage),
            9,
          );
          expect(offsetIn(image, relation, 'right', stage)).toBeCloseTo(
            offsetIn(teeth, relation, 'left', stage),
            9,
          );
        }
  });
  it('follow the teeth from stage to stage', () => {
    const teeth = plan?.teeth ?? [];
    expect(offsetIn(teeth, 'canine', 'right', 0)).not.toBeCloseTo(offsetIn(teeth, 'canine', 'right'), 2);
    expect(offsetIn(teeth, 'canine', 'right', last + 5)).toBe(offsetIn(teeth, 'canine', 'right'));
  });
  it('are null without one of the two teeth, or without a width that is needed', () => {
    const teeth = plan?.teeth ?? [];
    const without = (fdi: Fdi) => teeth.filter(tooth => tooth.fdi !== fdi);
    expect(angleAt({ teeth: without(43) }, 'canine', 'right', 0)).toBeNull();
    expect(angleAt({ teeth: without(43) }, 'canine', 'left', 0)).not.toBeNull();
    const bare = teeth.map(tooth => ({ ...tooth, width: null }));
    expect(angleAt({ teeth: bare }, 'molar', 'left', 0)).toBeNull();
  });
});

it('a class follows from whether class I or edge to edge is nearer', () => {
  expect([0, classOneToleranceMm, -classOneToleranceMm, 1.76, -1.76].map(angleClassOf)).toEqual([
    'I',
    'I',
    'I',
    'II',
    'III',
  ]);
});
