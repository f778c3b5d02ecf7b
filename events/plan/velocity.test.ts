import { describe, expect, it } from 'vitest';
import type { PlanBundle } from './bundle.ts';
import type { Quat, Vec3 } from './pose.ts';
import { movementRows } from './table.ts';
import { axesOverCap, findStagesOverCap, stagesNeeded, velocities, velocityAt } from './velocity.ts';

type Tooth = PlanBundle['teeth'][number];
const about = (axis: Vec3, degrees: number): Quat => {
  const half = (degrees * Math.PI) / 360;
  return [axis[0] * Math.sin(half), axis[1] * Math.sin(half), axis[2] * Math.sin(half), Math.cos(half)];
};
/** 16 and 46 with simple axes: mesial to the front, buccal to the right. */
function tooth(fdi: 16 | 46, poses: readonly (readonly [Vec3, Quat?])[]): Tooth {
  const up = fdi === 16 ? -1 : 1;
  return {
    fdi,
    pivot: [0, 0, 0],
    axes: [0, 0, 1, -1, 0, 0, 0, up, 0],
    poses: poses.flatMap(([p, q]) => [...p, ...(q ?? [0, 0, 0, 1])]),
    width: null,
    residual: null,
  };
}
const caps = { step: 0.2, angle: 2 };
const upper = tooth(16, [[[0, 0, 0]], [[0, 0, 0.2]], [[0, 0, 0.45]], [[-0.15, 0.15, 0.45]]]);
const lower = tooth(46, [[[0, 0, 0]], [[0, 0, 0], about([0, 1, 0], 2)], [[0, 0, 0], about([0, 1, 0], 5)]]);
const bundle = { teeth: [lower, upper], upperStages: 3, lowerStages: 2 };

describe('velocity of teeth', () => {
  it('is the movement since the previous stage, by axis', () => {
    expect(velocityAt(upper, 2)).toMatchObject({ fdi: 16, stage: 2, deg: 0 });
    expect(velocityAt(upper, 2).mm).toBeCloseTo(0.25, 12);
    expect(velocityAt(lower, 2).deg).toBeCloseTo(3, 9);
  });
  it('is within the caps if each axis is, even if the diagonal is longer', () => {
    const slant = velocityAt(upper, 3);
    expect(slant.mm).toBeCloseTo(0.15, 12);
    expect(axesOverCap(slant, caps)).toEqual([]);
  });
  it('at the cap, rounding included, is not beyond it', () => {
    expect(axesOverCap(velocityAt(upper, 1), caps)).toEqual([]);
    expect(axesOverCap(velocityAt(lower, 1), caps)).toEqual([]);
    expect(axesOverCap(velocityAt(upper, 1), { ...caps, step: 0.19998 })).toEqual(['mesial']);
  });
  it('is given for every stage of each arch, by stage and in screen order', () => {
    expect(velocities(bundle).map(({ fdi, stage }) => [stage, fdi])).toEqual([
      [1, 16],
      [1, 46],
      [2, 16],
      [2, 46],
      [3, 16],
    ]);
  });
  it('beyond the caps is reported with its axes', () => {
    expect(findStagesOverCap(bundle, caps).map(({ fdi, stage, axes }) => [fdi, stage, axes])).toEqual([
      [16, 2, ['mesial']],
      [46, 2, ['rotation']],
    ]);
    expect(findStagesOverCap(bundle, { step: null, angle: 2 }).map(({ fdi }) => fdi)).toEqual([46]);
    expect(findStagesOverCap(bundle, { step: null, angle: null })).toEqual([]);
  });
  it('gives the least number of aligners for a movement', () => {
    expect(stagesNeeded(upper, 3, caps)).toBe(3);
    expect(stagesNeeded(lower, 2, caps)).toBe(3);
    expect(stagesNeeded(tooth(16, [[[0, 0, 0]], [[0, 0, 0.4]]]), 1, caps)).toBe(2);
    expect(stagesNeeded(upper, 3, { step: null, angle: null })).toBe(0);
  });
});

describe('the movement table', () => {
  it('is in screen order between any two stages, in either direction', () => {
    const rows = movementRows(bundle, 0, 3);
    expect(rows.map(({ fdi, moves }) => [fdi, moves])).toEqual([
      [16, true],
      [46, true],
    ]);
    expect(rows[0]?.movement.mesial).toBeCloseTo(0.45, 12);
    expect(rows[0]?.movement.buccal).toBeCloseTo(0.15, 12);
    expect(rows[0]?.movement.extrusion).toBeCloseTo(-0.15, 12);
    expect(movementRows(bundle, 3, 0)[0]?.movement.mesial).toBeCloseTo(-0.45, 12);
  });
  it('keeps an arch past its last stage at its goal', () => {
    expect(movementRows(bundle, 2, 3).map(({ moves }) => moves)).toEqual([true, false]);
  });
});
