/** Splits a stage file into teeth, gums and crumbs by connected triangles. */
import { createDisjointSets } from '../mesh/topology.ts';
import type { Mesh } from '../mesh/weld.ts';

type PieceKind = 'tooth' | 'gum' | 'crumb';

/** A connected part of an arch's mesh at its start. */
export type MeshPiece = {
  kind: PieceKind;
  /** The piece's own vertices and triangles, in the files' frame, mm. */
  mesh: Mesh;
  /** Numbers of the piece's vertices in the arch's mesh. */
  vertices: Uint32Array;
};

/**
 * Limits of a piece's longest side, mm. A smaller piece than the first is a crumb (a splinter, an attachment); a larger
 * one than the second is gum, because no tooth with its root is so long.
 */
const [crumbSide, toothSide] = [4, 32];

export type BoundingBox = { low: [number, number, number]; high: [number, number, number] };

export function boundingBoxOf(positions: ArrayLike<number>): BoundingBox {
  const low: BoundingBox['low'] = [Infinity, Infinity, Infinity];
  const high: BoundingBox['high'] = [-Infinity, -Infinity, -Infinity];
  for (let i = 0; i < positions.length; i += 3)
    for (let axis = 0; axis < 3; axis++) {
      const value = positions[i + axis] as number;
      if (value < (low[axis] as number)) low[axis] = value;
      if (value > (high[axis] as number)) high[axis] = value;
    }
  return { low, high };
}

export const longestSide = ({ low, high }: BoundingBox): number =>
  Math.max(high[0] - low[0], high[1] - low[1], high[2] - low[2]);

function kindOf(positions: ArrayLike<number>): PieceKind {
  const side = longestSide(boundingBoxOf(positions));
  if (side < crumbSide) return 'crumb';
  return side > toothSide ? 'gum' : 'tooth';
}

/** Returns where each key's run begins when the list is sorted by key. */
function runStarts(keys: Uint32Array, count: number): Uint32Array {
  const from = new Uint32Array(count + 1);
  for (const key of keys) from[key + 1] = (from[key + 1] as number) + 1;
  for (let i = 0; i < count; i++) from[i + 1] = (from[i + 1] as number) + (from[i] as number);
  return from;
}

/** Returns each vertex's piece number. Pieces are numbered in the order of the triangles. */
function piecesOf({ positions, indices }: Mesh): { of: Uint32Array; count: number } {
  const vertices = positions.length / 3;
  const sets = createDisjointSets(vertices);
  for (let at = 0; at < indices.length; at += 3) {
    sets.join(indices[at] as number, indices[at + 1] as number);
    sets.join(indices[at + 1] as number, indices[at + 2] as number);
  }
  const none = 0xffffffff;
  const numbers = new Uint32Array(vertices).fill(none);
  let count = 0;
  for (const index of indices) {
    const top = sets.top(index);
    if (numbers[top] === none) numbers[top] = count++;
  }
  // Unused vertices get the number after the last piece.
  const of = numbers.map((_, v) => Math.min(count, numbers[sets.top(v)] as number));
  return { of, count };
}

/** Returns the connected parts of a welded mesh, in file order. */
export function splitPieces(mesh: Mesh): MeshPiece[] {
  const { positions, indices } = mesh;
  const { of, count } = piecesOf(mesh);
  const from = runStarts(of, count + 1);
  const next = from.slice();
  const sorted = new Uint32Array(of.length);
  const local = new Uint32Array(of.length);
  for (let v = 0; v < of.length; v++) {
    const piece = of[v] as number;
    const at = next[piece] as number;
    next[piece] = at + 1;
    sorted[at] = v;
    local[v] = at - (from[piece] as number);
  }
  const triangles: number[][] = Array.from({ length: count }, () => []);
  for (let at = 0; at < indices.length; at += 3) {
    const own = triangles[of[indices[at] as number] as number];
    for (let side = 0; side < 3; side++) own?.push(local[indices[at + side] as number] as number);
  }
  return triangles.map((own, piece) => {
    const vertices = sorted.slice(from[piece], from[piece + 1]);
    const places = copyVertices(positions, vertices);
    return { kind: kindOf(places), mesh: { positions: places, indices: Uint32Array.from(own) }, vertices };
  });
}

/** Copies x, y, z of the given vertices. */
export function copyVertices(
  positions: Float32Array,
  vertices: Uint32Array,
  into: Float32Array = new Float32Array(3 * vertices.length),
): Float32Array {
  for (let i = 0; i < vertices.length; i++) {
    const v = 3 * (vertices[i] as number);
    into[3 * i] = positions[v] as number;
    into[3 * i + 1] = positions[v + 1] as number;
    into[3 * i + 2] = positions[v + 2] as number;
  }
  return into;
}
