/** The shapes of a plan as GLB files of a limited size: all of them, and a coarse set that is drawn first. */

import { simplify } from '../mesh/simplify.ts';
import { type NamedMesh, writeGlb } from '../mesh/write-glb.ts';

/** A part of the plan's shapes; `weight` shares out the triangles. */
export type Shape = NamedMesh & { kind: 'tooth' | 'gum' };

type Detail = { tooth: number; gum: number; bits: 14 | 16; bytesMax: number };

/**
 * Triangles of each. Together 1.5 MB for two full arches, 200 kB of them a picture that comes first (issue: how good);
 * plan.json takes 100 kB of the rest.
 */
export const details = {
  teeth: { tooth: 6500, gum: 20_000, bits: 16, bytesMax: 1_180_000 },
  coarse: { tooth: 800, gum: 4000, bits: 14, bytesMax: 195_000 },
} as const satisfies Record<string, Detail>;

/** mm: the target decides, not the error. */
const errorMax = 2;
/** What is aimed at when a file came out too large. */
const thrift = 0.94;

/** Writes the shapes with as many triangles as the file's size allows. */
export function packShapes(shapes: readonly Shape[], detail: Detail): Uint8Array<ArrayBuffer> {
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
