/**
 * Finds a tooth's mesial direction from its own shape. The arch's tangent only decides between the directions that the
 * shape leaves open, because a rotated tooth's mesial direction is not the arch's.
 */
import { cross, dot, minus, type Vec3 } from '#events/plan/pose.ts';
import { toothSizeOf } from '#events/tooth/curves.ts';
import { type Fdi, positionFromMidline } from '#events/tooth/fdi.ts';
import type { Mesh } from '../mesh/weld.ts';
import {
  convexHull,
  extentAlong,
  meanAngleModuloQuarter,
  type PlanarPoint,
  type SurfacePatch,
  smallestBoxAngle,
  spreadOfHull,
  spreadOfSurface,
} from './outline.ts';
import { addVectors, scaleVector, unitVector, vectorLength } from './rigid.ts';

/** Sampled depth in mm below the top: the edge of an incisor or a canine, the cusp ridges of a premolar. */
const [edge, ridges] = [3, 2.5];
/** Deviations that cost 1 ("unlikely"): radians from the arch, and logarithm of width divided by depth. */
const doubt = { turn: 0.6, shape: 0.12 };

/** Angle from the arch in radians above which a spread is not a front tooth's edge. */
const turnMax = Math.PI / 3;

type Seen = { patches: SurfacePatch[]; places: PlanarPoint[] };

/**
 * Returns a crown as seen along its long axis.
 * @param axes x and y of the view, and the long axis
 * @param height mm below the top that belong to the crown
 */
function seenAlong(
  { positions, indices }: Mesh,
  [right, up, occlusal]: readonly [Vec3, Vec3, Vec3],
  height: number,
): Seen {
  const corner = (v: number): Vec3 => [
    positions[3 * v] as number,
    positions[3 * v + 1] as number,
    positions[3 * v + 2] as number,
  ];
  let top = -Infinity;
  for (let v = 0; v < positions.length / 3; v++) top = Math.max(top, dot(corner(v), occlusal));
  const places: PlanarPoint[] = [];
  for (let v = 0; v < positions.length / 3; v++) {
    const at = corner(v);
    if (top - dot(at, occlusal) <= height) places.push([dot(at, right), dot(at, up)]);
  }
  const patches: SurfacePatch[] = [];
  for (let at = 0; at < indices.length; at += 3) {
    const [a, b, c] = [0, 1, 2].map(i => corner(indices[at + i] as number)) as [Vec3, Vec3, Vec3];
    const middle = scaleVector(addVectors(addVectors(a, b), c), 1 / 3);
    const depth = top - dot(middle, occlusal);
    if (depth > height) continue;
    const area = vectorLength(cross(minus(b, a), minus(c, a))) / 2;
    patches.push({ x: dot(middle, right), y: dot(middle, up), area, depth });
  }
  return { patches, places };
}

/** Returns the equivalent angle nearest to 0 of an undirected line. */
const forwards = (angle: number) => angle - Math.PI * Math.round(angle / Math.PI);

/** Returns the arm of a cross that best fits the arch's direction and the tooth's proportions. */
function likeliest(fdi: Fdi, hull: readonly PlanarPoint[], arm: number): number {
  const { width, depth } = toothSizeOf(fdi);
  const senses = [0, 1].map(quarter => forwards(arm + (quarter * Math.PI) / 2));
  const cost = (angle: number) => {
    const shape =
      Math.log(extentAlong(hull, angle) / extentAlong(hull, angle + Math.PI / 2)) - Math.log(width / depth);
    return (angle / doubt.turn) ** 2 + (shape / doubt.shape) ** 2;
  };
  return senses.reduce((best, angle) => (cost(angle) < cost(best) ? angle : best));
}

/** Returns radians from `right` to the tooth's mesial direction, positive towards `up`. */
function turnOf(fdi: Fdi, { patches, places }: Seen): number {
  if (positionFromMidline(fdi) < 4) {
    // A front tooth's edge runs mesiodistally. A worn cusp may spread more across the arch.
    const angle = forwards(spreadOfSurface(patches, edge).angle);
    return Math.abs(angle) > turnMax ? forwards(angle + Math.PI / 2) : angle;
  }
  const hull = convexHull(places);
  if (positionFromMidline(fdi) > 5) return likeliest(fdi, hull, smallestBoxAngle(hull));
  // A round premolar's box is ambiguous, so outline and cusp ridges both count, weighted by how clear each is.
  return likeliest(fdi, hull, meanAngleModuloQuarter(spreadOfHull(hull), spreadOfSurface(patches, ridges)));
}

/**
 * Finds a tooth's mesial direction from its shape.
 * @param mesh of the tooth in world coordinates
 * @param along roughly mesial: the arch's direction
 * @param occlusal the long axis
 * @returns a unit vector orthogonal to the long axis
 */
export function findMesialDirection(fdi: Fdi, mesh: Mesh, along: Vec3, occlusal: Vec3): Vec3 {
  const right = unitVector(minus(along, scaleVector(occlusal, dot(along, occlusal))));
  const up = cross(occlusal, right);
  const turn = turnOf(fdi, seenAlong(mesh, [right, up, occlusal], toothSizeOf(fdi).crown));
  return addVectors(scaleVector(right, Math.cos(turn)), scaleVector(up, Math.sin(turn)));
}
