/**
 * Models of a generated patient's jaws: as scanned, and of each stage as a technician's software exports it.
 */
import { poseAtStage, rotate, type Vec3 } from '#events/plan/pose.ts';
import { type Arch, archOf } from '#events/tooth/fdi.ts';
import type { Mesh } from '../mesh/weld.ts';
import { type CrownDetail, fineCrownDetail } from './crown-size.ts';
import { frameOf } from './frame.ts';
import type { ToothFrames } from './goal.ts';
import { fineGumDetail, type GumDetail, generateGum } from './gum.ts';
import { placeMeshInWorld } from './patient-crowns.ts';
import type { GeneratedPlan } from './plan.ts';

/** Detail of a scanned jaw: about 23,000 triangles. */
const scanned: CrownDetail = { around: 40, front: 18, wall: 5, top: 11 };
const scannedGum: GumDetail = { half: 64, between: 1, palate: 8 };

/** Frames of an arch's teeth at a stage, from the plan's poses, in screen order. */
function placesAt({ draft }: Pick<GeneratedPlan, 'draft'>, row: Arch, stage: number): ToothFrames {
  return new Map(
    draft.teeth
      .filter(({ fdi }) => archOf(fdi) === row)
      .map(tooth => {
        const { p, q } = poseAtStage(tooth.poses, stage);
        const length = Math.hypot(...q);
        const [x, y, z, w] = q;
        const turn = (v: Vec3) => rotate([x / length, y / length, z / length, w / length], v);
        const { mesial, buccal, occlusal } = frameOf(tooth);
        return [
          tooth.fdi,
          { at: p, mesial: turn(mesial), buccal: turn(buccal), occlusal: turn(occlusal) },
        ] as const;
      }),
  );
}

/** Corners of all triangles, one body after the other. */
function cornersOf(meshes: readonly Mesh[]): Float32Array<ArrayBuffer> {
  const corners = new Float32Array(3 * meshes.reduce((sum, { indices }) => sum + indices.length, 0));
  let at = 0;
  for (const { positions, indices } of meshes)
    for (const index of indices) {
      corners.set(positions.subarray(3 * index, 3 * index + 3), at);
      at += 3;
    }
  return corners;
}

/** Teeth in screen order, each a closed body, then the gum. */
function bodies(plan: GeneratedPlan, row: Arch, stage: number, crowns: CrownDetail, gums: GumDetail): Mesh[] {
  const places = placesAt(plan, row, stage);
  const { design } = plan;
  const teeth = [...places].map(([tooth, frame]) =>
    placeMeshInWorld(design.crowns.crown(tooth, crowns), design.crowns.size(tooth).crown, frame),
  );
  return [...teeth, generateGum(row, places, design.crowns, gums)];
}

/**
 * Returns a jaw at a stage in world coordinates, nine numbers a triangle, mm. Every stage has the same
 * triangles in the same order; the gum deforms with the teeth.
 */
export const jawTrianglesAtStage = (
  plan: GeneratedPlan,
  row: Arch,
  stage: number,
  detail: { crowns: CrownDetail; gums: GumDetail } = { crowns: fineCrownDetail, gums: fineGumDetail },
): Float32Array<ArrayBuffer> => cornersOf(bodies(plan, row, stage, detail.crowns, detail.gums));

/**
 * Returns a jaw before treatment as in a scanner's file: nine numbers a triangle, mm, x to the patient's
 * left, y to the back, z up.
 */
export function generateJawScanTriangles(plan: GeneratedPlan, row: Arch): Float32Array<ArrayBuffer> {
  const corners = cornersOf(bodies(plan, row, 0, scanned, scannedGum));
  for (let v = 0; v < corners.length; v += 3) {
    const [y, z] = [corners[v + 1] as number, corners[v + 2] as number];
    corners[v + 1] = -z;
    corners[v + 2] = y;
  }
  return corners;
}
