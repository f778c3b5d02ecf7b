import { describe, expect, it } from 'vitest';
import type { OcclusionMeasure } from '#events/plan/occlusion.ts';
import { poseAtStage, type Vec3 } from '#events/plan/pose.ts';
import { archOf, contactKey, type Fdi } from '#events/tooth/fdi.ts';
import { topologyOf } from '../mesh/topology.ts';
import { type Mesh, weldCorners } from '../mesh/weld.ts';
import { occlusalCurvesOf } from '../stages/curves.ts';
import { coarseCrownDetail, fineCrownDetail } from './crown-size.ts';
import { coarseGumDetail } from './gum.ts';
import { generateJawScanTriangles, jawTrianglesAtStage } from './jaw-models.ts';
import { malocclusionKinds } from './malocclusion-kinds.ts';
import { placeMeshInWorld } from './patient-crowns.ts';
import { createCoarsePlanParts, createFinePlanParts, generatePlan } from './plan.ts';
import { extentOnAxis, isInside, meshOfCorners } from './testing.ts';

const both = { upperStages: 24, lowerStages: 20 };

describe('generated jaws', () => {
  const plan = generatePlan(3, { look: 'crowding', ...both });
  /**
   * Brute force: mm between the nearest vertices of two bodies, and depth of the vertex deepest inside the
   * other.
   */
  const near = (a: Mesh, b: Mesh): { least: number; deepest: number } => {
    /** Vertices of a body within some mm of another's box. */
    const corners = ({ positions }: Mesh, other: Mesh, mm: number) => {
      const box = ([0, 1, 2] as const).map(axis => extentOnAxis(other, axis));
      return Array.from({ length: positions.length / 3 }, (_, v): Vec3 => {
        const [x = 0, y = 0, z = 0] = positions.subarray(3 * v, 3 * v + 3);
        return [x, y, z];
      }).filter(p => box.every(([low, high], k) => (p[k] ?? 0) > low - mm && (p[k] ?? 0) < high + mm));
    };
    const others = corners(b, a, 2);
    let [least, deepest] = [Infinity, 0];
    for (const p of corners(a, b, 0.3)) {
      let square = Infinity;
      for (const q of others)
        square = Math.min(square, (p[0] - q[0]) ** 2 + (p[1] - q[1]) ** 2 + (p[2] - q[2]) ** 2);
      const away = Math.sqrt(square);
      least = Math.min(least, away);
      if (away > deepest && isInside(b, p)) deepest = away;
    }
    return { least, deepest };
  };
  /** mm between vertices of a crown: the error of a distance between vertices instead of surfaces. */
  const spacing = 0.42;
  it('at the goal have neighbours in contact, overlapping by at most their IPR', () => {
    const { goal, crowns, ipr, teeth } = plan.design;
    const body = (tooth: Fdi): Mesh => {
      const frame = goal.get(tooth);
      if (!frame) throw new Error(`${tooth} has no place`);
      return placeMeshInWorld(crowns.crown(tooth, fineCrownDetail), crowns.size(tooth).crown, frame);
    };
    expect(ipr.size).toBeGreaterThan(2);
    for (const row of ['upper', 'lower'] as const) {
      const present = teeth.filter(tooth => archOf(tooth) === row);
      for (const [i, tooth] of present.slice(1).entries()) {
        const inner = present[i] ?? tooth;
        const { least, deepest } = near(body(inner), body(tooth));
        const off = ipr.get(contactKey(inner, tooth)) ?? 0;
        expect([inner, tooth, least < spacing, deepest < off + spacing]).toEqual([inner, tooth, true, true]);
        if (off > 0) expect([inner, tooth, deepest > 0.1]).toEqual([inner, tooth, true]);
      }
    }
  });
  it.each(malocclusionKinds)(
    'at the goal of %s give an overjet of 2 to 3 mm and an overbite of 1 to 3 mm',
    look => {
      for (const seed of [1, 9]) {
        const made = generatePlan(seed, { look, ...both });
        const none = { sha256: '', bytes: 0 };
        const bundle = { ...made.draft, parts: { teeth: none, coarse: none } };
        const curves = occlusalCurvesOf(bundle, createCoarsePlanParts(made));
        const goal = (measure: OcclusionMeasure) =>
          curves.find(c => c.measure === measure)?.values?.at(-1) ?? Number.NaN;
        expect(Math.abs(goal('overjet') - 2.5)).toBeLessThan(0.5);
        expect(Math.abs(goal('overbite') - 2)).toBeLessThan(1);
      }
    },
  );
  it('at the start have no deep collisions', () => {
    for (const look of malocclusionKinds) {
      const { start, crowns, teeth } = generatePlan(2, { look, ...both }).design;
      const body = (tooth: Fdi): Mesh => {
        const frame = start.get(tooth);
        if (!frame) throw new Error(`${tooth} has no place`);
        return placeMeshInWorld(crowns.crown(tooth, coarseCrownDetail), crowns.size(tooth).crown, frame);
      };
      const bodies = teeth.map(tooth => ({
        tooth,
        mesh: body(tooth),
        at: start.get(tooth)?.at ?? [0, 0, 0],
      }));
      for (const [i, a] of bodies.entries())
        for (const b of bodies.slice(i + 1)) {
          if (Math.hypot(a.at[0] - b.at[0], a.at[1] - b.at[1], a.at[2] - b.at[2]) > 13) continue;
          const { deepest } = near(a.mesh, b.mesh);
          expect([look, a.tooth, b.tooth, deepest < 0.8]).toEqual([look, a.tooth, b.tooth, true]);
        }
    }
  });
  it('have the shapes at the poses of each stage', () => {
    const parts = createFinePlanParts(plan);
    for (const stage of [0, 7, 24]) {
      const corners = jawTrianglesAtStage(plan, 'upper', stage);
      const first = plan.draft.teeth[0];
      const mesh = parts[0]?.mesh;
      if (!first || !mesh) throw new Error('no tooth');
      const { p, q } = poseAtStage(first.poses, stage);
      const [x, y, z, w] = q;
      for (const corner of [0, 100, 5000]) {
        const v = 3 * (mesh.indices[corner] as number);
        const [a = 0, b = 0, c = 0] = mesh.positions.subarray(v, v + 3);
        // q·v·q* written out, independent of `rotate`.
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
  it('have the same closed bodies in the same order at every stage', () => {
    const detail = { crowns: coarseCrownDetail, gums: coarseGumDetail };
    const [a, b] = [
      jawTrianglesAtStage(plan, 'lower', 0, detail),
      jawTrianglesAtStage(plan, 'lower', 20, detail),
    ];
    expect(a.length).toBe(b.length);
    for (const corners of [a, b]) {
      const { positions, indices } = weldCorners(corners, corners.length / 9);
      expect(topologyOf(indices, positions.length / 3)).toEqual({ components: 15, rims: 0, branching: 0 });
    }
  });
  it('have scans with the front at −y, the teeth up or down, and the size of an arch', () => {
    const lower = meshOfCorners(generateJawScanTriangles(plan, 'lower'));
    const triangles = lower.indices.length / 3;
    expect(triangles).toBeGreaterThan(20_000);
    expect(triangles).toBeLessThan(60_000);
    const [left, right] = extentOnAxis(lower, 0);
    expect(right - left).toBeGreaterThan(55);
    expect(right - left).toBeLessThan(80);
    const [front, back] = extentOnAxis(lower, 1);
    expect(Math.abs(front)).toBeLessThan(Math.abs(back));
    const incisor = plan.design.start.get(41)?.at ?? [0, 0, 0];
    expect(isInside(lower, [incisor[0], -incisor[2], incisor[1]])).toBe(true);
  });
});
