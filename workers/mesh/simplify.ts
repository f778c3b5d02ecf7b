/** Wraps meshoptimizer's simplifier. */
import { MeshoptSimplifier } from 'meshoptimizer/simplifier';
import type { Mesh } from './weld.ts';

/** Resolves once meshoptimizer's WebAssembly module is compiled. */
export const simplifierReady: Promise<void> = MeshoptSimplifier.ready;

const nothing = new Float32Array(0);

/** Loose pieces below this share of the model's extent are pruned. */
const crumb = 0.01;
const relative = 1;

type SimplifyOptions = {
  /** Number of triangles to keep. */
  target: number;
  /** Largest allowed error in the mesh's unit; more triangles remain where the target would exceed it. */
  errorMax: number;
  /** Keeps edges that belong to one triangle only. */
  lockBorder?: boolean;
};

/**
 * Returns a simplified copy of a mesh, without unused vertices. The input keeps its bytes.
 * Vertices move to where the error is least.
 */
export function simplify({ positions, indices }: Mesh, options: SimplifyOptions): Mesh {
  return simplifyInPlace({ positions: positions.slice(), indices: indices.slice() }, options);
}

/**
 * As `simplify`, without the copy. Trap: it overwrites the given positions and indices, so call it only with a mesh
 * that nothing else reads afterwards.
 */
export function simplifyInPlace(
  { positions, indices }: Mesh,
  { target, errorMax, lockBorder }: SimplifyOptions,
): Mesh {
  const [count] = MeshoptSimplifier.simplifyWithUpdate(
    indices,
    positions,
    3,
    nothing,
    0,
    [],
    null,
    Math.min(indices.length, 3 * target),
    errorMax,
    lockBorder ? ['LockBorder', 'ErrorAbsolute'] : ['ErrorAbsolute'],
  );
  return dropUnusedVertices({ positions, indices: indices.subarray(0, count) });
}

/** Simplifies a mesh after dropping small loose pieces. */
export function pruneAndSimplify(mesh: Mesh, options: SimplifyOptions): Mesh {
  const indices = MeshoptSimplifier.simplifyPrune(mesh.indices, mesh.positions, 3, crumb);
  return simplifyInPlace(dropUnusedVertices({ positions: mesh.positions, indices }), options);
}

/** Reaches the target on any surface, at the price of closed tunnels and lost detail. */
export function simplifySloppily({ positions, indices }: Mesh, target: number): Mesh {
  const [few] = MeshoptSimplifier.simplifySloppy(indices, positions, 3, null, 3 * target, relative);
  return dropUnusedVertices({ positions, indices: few });
}

/** Drops vertices that no triangle uses. */
export function dropUnusedVertices({ positions, indices }: Mesh): Mesh {
  const kept = indices.slice();
  const [places, vertices] = MeshoptSimplifier.compactMesh(kept);
  const moved = new Float32Array(3 * vertices);
  for (let v = 0; v < places.length; v++) {
    const to = places[v] as number;
    if (to === 0xffffffff) continue;
    moved[3 * to] = positions[3 * v] as number;
    moved[3 * to + 1] = positions[3 * v + 1] as number;
    moved[3 * to + 2] = positions[3 * v + 2] as number;
  }
  return { positions: moved, indices: kept };
}
