/** Test helpers: finds frame and numbers of test teeth in a scanner's frame. */
import type { Vec3 } from '#events/plan/pose.ts';
import type { Fdi } from '#events/tooth/fdi.ts';
import { weldCorners } from '../../mesh/weld.ts';
import type { ArchShapes } from '../frame.ts';
import { applyMotionToMesh, orderMeshesAlongArch } from '../proposal.ts';
import { proposeNumbers, toothExtentAlong } from '../propose-numbers.ts';
import { applyMotion, quaternionOfRotationVector, type RigidMotion } from '../rigid.ts';
import type { TestTooth } from './teeth.ts';

const meshOf = (corners: Float32Array) => weldCorners(corners, corners.length / 9);
/** Returns an arch as input of `findFilesFrame`. */
export const createArchShapes = (
  arch: 'upper' | 'lower',
  teeth: readonly TestTooth[],
  gums: readonly Float32Array[] = [],
): ArchShapes => ({
  arch,
  teeth: teeth.map(({ corners }) => meshOf(corners)),
  gums: gums.map(meshOf),
});
/** The scanner's left, up and front as unit vectors in world coordinates. */
export const scannerAxesInWorld = (world: RigidMotion) =>
  (
    [
      [1, 0, 0],
      [0, 0, 1],
      [0, -1, 0],
    ] as Vec3[]
  ).map(v => applyMotion({ q: world.q, t: [0, 0, 0] }, v).map(value => Math.round(value * 1e6) / 1e6 || 0));
/** The expected result of `scannerAxesInWorld` for a correct frame. */
export const expectedScannerAxes = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];

/** Rotates the scanner's frame into the world's. */
const world: RigidMotion = { q: quaternionOfRotationVector([-Math.PI / 2, 0, 0]), t: [0, 0, 0] };

/** Returns the proposed numbers, in the teeth's order. */
export function proposedNumbersFor(teeth: readonly TestTooth[]): (Fdi | null)[] {
  const row = (teeth[0]?.fdi ?? 11) < 30 ? 'upper' : 'lower';
  const meshes = teeth.map(({ corners }) => applyMotionToMesh(world, meshOf(corners)));
  const line = orderMeshesAlongArch(meshes);
  const widths = meshes.map(() => 0);
  for (const { at, tangent } of line)
    widths[at] = toothExtentAlong(meshes[at]?.positions ?? new Float32Array(), tangent);
  return proposeNumbers(row, line, widths);
}
