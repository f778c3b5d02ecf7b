/**
 * Packs a plan's shapes into GLB files of limited size: the full set, and a coarse set for the first picture.
 */

import { simplify } from '../mesh/simplify.ts';
import { type NamedMesh, writeGlb } from '../mesh/write-glb.ts';

/** A shape of the plan. Its kind decides its number of triangles. */
export type PlanShape = NamedMesh & { kind: 'tooth' | 'gum' };

type Detail = { tooth: number; gum: number; bits: 14 | 16; bytesMax: number };

/**
 * Triangles of each shape and bytes of each file. Two full arches take 1.5 MB together, of which 200 kB give
 * a first picture; plan.json takes about 100 kB.
 */
export const shapeDetails = {
  teeth: { tooth: 6500, gum: 20_000, bits: 16, bytesMax: 1_180_000 },
  coarse: { tooth: 800, gum: 4000, bits: 14, bytesMax: 195_000 },
} as const satisfies Record<string, Detail>;

/** Allowed simplification error in mm; so large that the target number of triangles decides. */
const errorMax = 2;
/** Share of the size limit to aim for after a file came out too large. */
const thrift = 0.94;

/** Writes the shapes with as many triangles as the file's size limit allows. */
export function packShapes(shapes: readonly PlanShape[], detail: Detail): Uint8Array<ArrayBuffer> {
  for (let factor = 1; ; ) {
    const parts = shapes.map(({ name, mesh, kind }) => {
      const target = Math.max(60, Math.round(factor * detail[kind]));
      return { name, mesh: mesh.indices.length / 3 > target ? simplify(mesh, { target, errorMax }) : mesh };
    });
    const glb = writeGlb(parts, { bits: detail.bits });
    const least = parts.every(({ mesh }) => mesh.indices.length / 3 <= 60);
    if (glb.length <= detail.bytesMax || least || factor < 0.01) return glb;
    factor *= (thrift * detail.bytesMax) / glb.length;
  }
}
