/** Prepares a plan's GLB for drawing: crowns with normals and shades, gums skinned to their teeth. */
import { refusalOfUnfitFile } from '#events/file/check.ts';
import { gumNode, toothNode } from '#events/plan/bundle.ts';
import { archOf, TEETH_BY_ARCH } from '#events/tooth/fdi.ts';
import { readGlb } from '../mesh/read-glb.ts';
import type { Mesh } from '../mesh/weld.ts';
import type { NamedMesh } from '../mesh/write-glb.ts';
import { skinGum } from './gum-skinning.ts';
import { vertexNormalsOf } from './normals.ts';
import type { GumShape, ShadedMesh, ShadedShapes, ToothPivotAndAxes, ToothShape } from './protocol.ts';

// The copies have buffers of their own, which can be transferred.
const shapeOf = (mesh: Mesh): ShadedMesh => ({
  positions: Float32Array.from(mesh.positions),
  normals: vertexNormalsOf(mesh),
  indices: Uint32Array.from(mesh.indices),
});

/** Height of each vertex along its crown, 0 to 255. */
function shadesOf(positions: Float32Array, axes: readonly number[]): Uint8Array<ArrayBuffer> {
  const heights = Float32Array.from({ length: positions.length / 3 }, (_, v) =>
    [0, 1, 2].reduce((sum, axis) => sum + (positions[3 * v + axis] as number) * (axes[6 + axis] ?? 0), 0),
  );
  const low = heights.reduce((a, b) => Math.min(a, b), Infinity);
  const high = heights.reduce((a, b) => Math.max(a, b), -Infinity);
  return Uint8Array.from(heights, height => (255 * (height - low)) / (high - low || 1));
}

function toothShape(part: NamedMesh | undefined, { fdi, axes }: ToothPivotAndAxes): ToothShape[] {
  if (!part) return [];
  const shape = shapeOf(part.mesh);
  return [{ ...shape, fdi, shades: shadesOf(shape.positions, axes) }];
}

/** Prepares a digital model for drawing. @throws Refusal badContent if the bytes are not a GLB of one model */
export function prepareModelShape(bytes: Uint8Array): ShadedMesh {
  const part = readGlb(bytes).find(({ name }) => name === 'model');
  if (!part) throw refusalOfUnfitFile('badContent', 'plan-broken');
  return shapeOf(part.mesh);
}

/** Prepares the shapes of a plan for drawing. @throws Refusal badContent if the bytes are not a GLB of a plan */
export function preparePlanShapes(bytes: Uint8Array, places: readonly ToothPivotAndAxes[]): ShadedShapes {
  const parts = new Map(readGlb(bytes).map(part => [part.name, part]));
  const gums = (Object.keys(TEETH_BY_ARCH) as (keyof typeof TEETH_BY_ARCH)[]).flatMap((row): GumShape[] => {
    const part = parts.get(gumNode(row));
    if (!part) return [];
    const shape = shapeOf(part.mesh);
    const own = places.filter(({ fdi }) => archOf(fdi) === row);
    return [{ ...shape, arch: row, ...skinGum(shape.positions, own) }];
  });
  return { teeth: places.flatMap(place => toothShape(parts.get(toothNode(place.fdi)), place)), gums };
}
