/** Rules for crown axes in a whole jaw: run on generated teeth everywhere, on real ones in `wild`. */
import { describe, expect, it } from 'vitest';
import { dot, minus, rotate, type Vec3 } from '#events/plan/pose.ts';
import { type Fdi, isOnRightSide, positionFromMidline } from '#events/tooth/fdi.ts';
import { type Mesh, weldCorners } from '../../mesh/weld.ts';
import { findCrown } from '../crown.ts';
import { applyMotionToMesh, orderMeshesAlongArch } from '../proposal.ts';
import {
  applyMotion,
  quaternionOfRotationVector,
  type RigidMotion,
  scaleVector,
  unitVector,
} from '../rigid.ts';
import type { AxisPointsByTooth } from './mandible.ts';
import { mirrorIntoMaxilla, type TestTooth } from './teeth.ts';

export const toRadians = (degrees: number) => (degrees * Math.PI) / 180;
/** Angle between two unit vectors, degrees. */
export const degreesBetween = (a: Vec3, b: Vec3) =>
  (Math.acos(Math.max(-1, Math.min(1, dot(a, b)))) * 180) / Math.PI;
export const median = (list: readonly number[]) =>
  list.toSorted((a, b) => a - b)[list.length >> 1] ?? Infinity;
/** Rotations of the tested teeth against their arch's direction, degrees. */
export const testedRotations = [-25, -15, 0, 15, 25];

/** Rotates the scanner's frame into the world's. */
const world: RigidMotion = { q: quaternionOfRotationVector([-Math.PI / 2, 0, 0]), t: [0, 0, 0] };
const meshOf = ({ corners }: TestTooth) => applyMotionToMesh(world, weldCorners(corners, corners.length / 9));

const turned = ({ positions, indices }: Mesh, axis: Vec3, degrees: number): Mesh => {
  const q = quaternionOfRotationVector(scaleVector(axis, toRadians(degrees)));
  return { positions: applyMotionToMesh({ q, t: [0, 0, 0] }, { positions, indices }).positions, indices };
};

/** Returns the extent of the crown along a direction in mm, down to `height` below its top. */
function extent({ positions }: Mesh, along: Vec3, occlusal: Vec3, height: number): number {
  const at = (v: number): Vec3 => [
    positions[v] as number,
    positions[v + 1] as number,
    positions[v + 2] as number,
  ];
  let top = -Infinity;
  for (let v = 0; v < positions.length; v += 3) top = Math.max(top, dot(at(v), occlusal));
  let [low, high] = [Infinity, -Infinity];
  for (let v = 0; v < positions.length; v += 3) {
    if (top - dot(at(v), occlusal) >= height) continue;
    low = Math.min(low, dot(at(v), along));
    high = Math.max(high, dot(at(v), along));
  }
  return high - low;
}

/** Teeth of a jaw with their known axes. @param sense -1 turns a mandible over into a maxilla */
function jaw(teeth: readonly TestTooth[], axes: AxisPointsByTooth, sense: 1 | -1) {
  const meshes = teeth.map(meshOf);
  const tangents = new Map(orderMeshesAlongArch(meshes).map(({ at, tangent }) => [teeth[at]?.fdi, tangent]));
  const to = (end: Vec3, from: Vec3): Vec3 => {
    const [a, b, c] = unitVector(applyMotion(world, minus(end, from)));
    return [a, sense * b, c];
  };
  return [...axes].map(([fdi, { c, x, z }]) => {
    const own = (sense === 1 ? fdi : fdi > 40 ? fdi - 30 : fdi - 10) as Fdi;
    const mesh = meshes[teeth.findIndex(tooth => tooth.fdi === own)];
    const tangent = tangents.get(own);
    if (!mesh || !tangent) throw new Error('no tooth');
    return { fdi: own, mesial: to(c, x), occlusal: to(z, c), mesh, tangent };
  });
}

/** Defines the tests of a jaw's crown axes. @param most allowed error of a tooth's mesial direction, degrees */
export function defineCrownAxisTests(
  name: string,
  lower: readonly TestTooth[],
  axes: AxisPointsByTooth,
  most: (fdi: Fdi) => number,
): void {
  describe(name, () => {
    const jaws = [
      ['mandible', lower, 1],
      ['mandible turned over as a maxilla', mirrorIntoMaxilla(lower), -1],
    ] as const;

    it.each(jaws)(
      'is near each tooth’s true axes, in the median within 5°, widths within 0.4 mm: %s',
      (_, teeth, sense) => {
        const off = jaw(teeth, axes, sense).map(({ fdi, mesial, occlusal, mesh, tangent }) => {
          const found = findCrown(fdi, mesh, tangent);
          const degrees = degreesBetween(found.axes[0], mesial);
          expect(degrees, `mesial of ${fdi}`).toBeLessThan(most(fdi));
          expect(Math.abs(found.width - extent(mesh, mesial, occlusal, 8)), `width of ${fdi}`).toBeLessThan(
            0.4,
          );
          return degrees;
        });
        expect(off).toHaveLength(14);
        expect(median(off)).toBeLessThan(5);
      },
    );
    it.each(testedRotations)('follows a tooth turned about its long axis by %d°', turn => {
      for (const { fdi, mesial, occlusal, mesh, tangent } of jaw(lower, axes, 1)) {
        const due = rotate(quaternionOfRotationVector(scaleVector(occlusal, toRadians(turn))), mesial);
        const along = scaleVector(tangent, isOnRightSide(fdi) ? 1 : -1);
        // A molar is nearly square: beyond 45° from its arch, the shape fits a rotation in the other direction as well.
        if (positionFromMidline(fdi) > 5 && degreesBetween(due, along) > 45) continue;
        const found = findCrown(fdi, turned(mesh, occlusal, turn), tangent);
        expect(degreesBetween(found.axes[0], due), `mesial of ${fdi}`).toBeLessThan(most(fdi) + 0.5);
      }
    });
  });
}
