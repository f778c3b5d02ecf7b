/** meshoptimizer's simplification, in place and in our terms. */
import { MeshoptSimplifier } from 'meshoptimizer/simplifier';
import type { Mesh } from './weld.ts';

/** The compiled part is there. */
export const simplifierReady: Promise<void> = MeshoptSimplifier.ready;

const nothing = new Float32Array(0);

/** Of the model's extent: what lies within it is a crumb. */
const crumb = 0.01;
const relative = 1;

type Asked = {
  /** Triangles that shall remain. */
  target: number;
  /** In the mesh's unit; where it would go beyond, more triangles remain. */
  errorMax: number;
  /** Edges of one triangle alone stay where they are. */
  lockBorder?: boolean;
};

/** Fewer triangles, whose vertices are moved to where the error is least. @returns a mesh without unused vertices */
export function simplify({ positions, indices }: Mesh, { target, errorMax, lockBorder }: Asked): Mesh {
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
  return compact({ positions, indices: indices.subarray(0, count) });
}

/** As `simplify`, with small pieces that hang loose left out first. */
export function prune(mesh: Mesh, asked: Asked): Mesh {
  const indices = MeshoptSimplifier.simplifyPrune(mesh.indices, mesh.positions, 3, crumb);
  return simplify(compact({ positions: mesh.positions, indices }), asked);
}

/** Comes to the target whatever the surface is like: its tunnels are closed, its detail is lost. */
export function sloppy({ positions, indices }: Mesh, target: number): Mesh {
  const [few] = MeshoptSimplifier.simplifySloppy(indices, positions, 3, null, 3 * target, relative);
  return compact({ positions, indices: few });
}

/** Leaves out what no triangle names. */
export function compact({ positions, indices }: Mesh): Mesh {
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
