import { describe, expect, it } from 'vitest';
import { poseOf } from '#events/plan/pose.ts';
import { arch, type Fdi } from '#events/tooth/fdi.ts';
import { topologyOf } from '../mesh/topology.ts';
import { weld } from '../mesh/weld.ts';
import { coarseGum } from './gum.ts';
import { scanCorners, stageCorners } from './models.ts';
import { fineParts, makePlan } from './plan.ts';
import { coarse } from './size.ts';
import { extent, meshOf, within } from './testing.ts';

const both = { upperStages: 24, lowerStages: 20 };

describe('how teeth stand', () => {
  const plan = makePlan(3, { look: 'crowding', ...both });
  it('at the goal neighbours touch, and overlap where something is taken off them by as much', () => {
    for (const row of ['upper', 'lower'] as const) {
      const teeth = plan.draft.teeth.map(t => t.fdi).filter(tooth => arch(tooth) === row);
      for (const [i, tooth] of teeth.slice(1).entries()) {
        const inner = teeth[i] as Fdi;
        const [a, b] = [plan.design.goal.get(inner), plan.design.goal.get(tooth)];
        if (!a || !b) throw new Error(`${tooth}`);
        const apart = Math.hypot(...a.at.map((v, k) => v - (b.at[k] ?? 0)));
        const widths = (plan.design.crowns.size(inner).width + plan.design.crowns.size(tooth).width) / 2;
        expect([inner, tooth, Math.abs(apart - widths) < 1.7]).toEqual([inner, tooth, true]);
      }
    }
  });
  it('the corners of a stage are those of the shapes at its poses', () => {
    const parts = fineParts(plan);
    for (const stage of [0, 7, 24]) {
      const corners = stageCorners(plan, 'upper', stage);
      const first = plan.draft.teeth[0];
      const mesh = parts[0]?.mesh;
      if (!first || !mesh) throw new Error('no tooth');
      const { p, q } = poseOf(first.poses, stage);
      const [x, y, z, w] = q;
      for (const corner of [0, 100, 5000]) {
        const v = 3 * (mesh.indices[corner] as number);
        const [a = 0, b = 0, c = 0] = mesh.positions.subarray(v, v + 3);
        // q·v·q* written out, as a twin of `rotate`.
        const turned = [
          (1 - 2 * (y * y + z * z)) * a + 2 * (x * y - w * z) * b + 2 * (x * z + w * y) * c + p[0],
          2 * (x * y + w * z) * a + (1 - 2 * (x * x + z * z)) * b + 2 * (y * z - w * x) * c + p[1],
          2 * (x * z - w * y) * a + 2 * (y * z + w * x) * b + (1 - 2 * (x * x + y * y)) * c + p[2],
        ];
        for (const axis of [0, 1, 2])
          expect(corners[3 * corner + axis]).toBeCloseTo(turned[axis] ?? Number.NaN, 4);
      }
    }
  });
  it('every stage has the same closed bodies in the same order', () => {
    const detail = { crowns: coarse, gums: coarseGum };
    const [a, b] = [stageCorners(plan, 'lower', 0, detail), stageCorners(plan, 'lower', 20, detail)];
    expect(a.length).toBe(b.length);
    for (const corners of [a, b]) {
      const { positions, indices } = weld(corners, corners.length / 9);
      expect(topologyOf(indices, positions.length / 3)).toEqual({ components: 15, rims: 0, branching: 0 });
    }
  });
  it('a scan has its front at −y, its teeth up or down, and an arch’s size', () => {
    const lower = meshOf(scanCorners(plan, 'lower'));
    const triangles = lower.indices.length / 3;
    expect(triangles).toBeGreaterThan(20_000);
    expect(triangles).toBeLessThan(60_000);
    const [left, right] = extent(lower, 0);
    expect(right - left).toBeGreaterThan(55);
    expect(right - left).toBeLessThan(80);
    const [front, back] = extent(lower, 1);
    expect(Math.abs(front)).toBeLessThan(Math.abs(back));
    const incisor = plan.design.start.get(41)?.at ?? [0, 0, 0];
    expect(within(lower, [incisor[0], -incisor[2], incisor[1]])).toBe(true);
  });
});
