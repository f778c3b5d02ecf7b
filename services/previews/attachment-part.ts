/**
 * Shape of an attachment for a small picture, in the coordinates of its tooth. It projects from the tooth's surface.
 */
import type { Attachment, BundleTooth } from '#events/plan/bundle.ts';
import { toothAxesOf } from '#events/plan/movement.ts';
import { cross, dot, minus, type Vec3 } from '#events/plan/pose.ts';
import type { Mesh } from '#workers/mesh/weld.ts';

/** Depth in mm to which an attachment extends into the tooth, so that no gap shows on a curved face. */
const sunk = 0.9;
/** Share of the outer face's width and height that is bevelled. */
const bevel = 0.2;

const sum = (...terms: readonly (readonly [number, Vec3])[]): Vec3 =>
  terms.reduce<Vec3>(([x, y, z], [k, [a, b, c]]) => [x + k * a, y + k * b, z + k * c], [0, 0, 0]);
const normalised = (v: Vec3): Vec3 => {
  const length = Math.hypot(...v) || 1;
  return [v[0] / length, v[1] / length, v[2] / length];
};
const pointOf = ({ positions }: Mesh, v = 0): Vec3 => [
  positions[3 * v] ?? 0,
  positions[3 * v + 1] ?? 0,
  positions[3 * v + 2] ?? 0,
];

/** Direction of the crown's face around a point: the sum of nearby triangle normals, weighted by distance. */
function facing(crown: Mesh, at: Vec3, side: Vec3, within: number): Vec3 {
  const all: [number, Vec3][] = [];
  for (let i = 0; i < crown.indices.length; i += 3) {
    const [a, b, c] = [0, 1, 2].map(k => pointOf(crown, crown.indices[i + k])) as [Vec3, Vec3, Vec3];
    const away = Math.hypot(...minus(sum([1 / 3, a], [1 / 3, b], [1 / 3, c]), at));
    const normal = cross(minus(b, a), minus(c, a));
    if (away < within && dot(normalised(normal), side) > 0.3) all.push([within - away, normal]);
  }
  return all.length > 0 ? normalised(sum(...all)) : side;
}

/** Coordinates of a corner: x along the first direction, y along the second, z out of the tooth. */
type Corner = readonly [number, number, number];

/** The five visible sides of a bevelled box. Each has its own corners, so that edges stay sharp. */
function box([width, height, depth]: Attachment['size']): { corners: Corner[]; indices: number[] } {
  const [w, h] = [width / 2, height / 2];
  const [x, y] = [w * (1 - bevel), h * (1 - bevel)];
  const [low, high] = [-depth / 2 - sunk, depth / 2];
  const sides: Corner[][] = [
    [
      [-x, -y, high],
      [x, -y, high],
      [x, y, high],
      [-x, y, high],
    ],
    [
      [-w, -h, low],
      [w, -h, low],
      [x, -y, high],
      [-x, -y, high],
    ],
    [
      [w, -h, low],
      [w, h, low],
      [x, y, high],
      [x, -y, high],
    ],
    [
      [w, h, low],
      [-w, h, low],
      [-x, y, high],
      [x, y, high],
    ],
    [
      [-w, h, low],
      [-w, -h, low],
      [-x, -y, high],
      [-x, y, high],
    ],
  ];
  return {
    corners: sides.flat(),
    indices: sides.flatMap((_, i) => [0, 1, 2, 0, 2, 3].map(k => 4 * i + k)),
  };
}

const [rings, around] = [6, 16];

/** Shape of half an ellipsoid, from its rim to its top. */
function dome([width, height, depth]: Attachment['size']): { corners: Corner[]; indices: number[] } {
  const corners: Corner[] = [];
  const indices: number[] = [];
  for (let ring = 0; ring <= rings; ring++)
    for (let k = 0; k < around; k++) {
      const [rise, turn] = [(ring / rings) * (Math.PI / 2), (k / around) * 2 * Math.PI];
      const flat = Math.cos(rise) / 2;
      const z = depth * Math.sin(rise) - depth / 2;
      corners.push([width * flat * Math.cos(turn), height * flat * Math.sin(turn), z]);
      const [a, b] = [ring * around + k, ring * around + ((k + 1) % around)];
      if (ring < rings) indices.push(a, b, b + around, a, b + around, a + around);
    }
  return { corners, indices };
}

/**
 * Creates the shape of an attachment.
 * @param crown its tooth relative to the pivot, with world axes at stage 0; the result has the same coordinates
 */
export function createAttachmentShape(
  { type, surface, at, size, turn }: Attachment,
  tooth: BundleTooth,
  crown: Mesh,
): Mesh {
  const [mesial, buccal, occlusal] = toothAxesOf(tooth);
  const middle = sum([at[0], mesial], [at[1], buccal], [at[2], occlusal]);
  const out = facing(crown, middle, sum([surface === 'buccal' ? 1 : -1, buccal]), Math.max(...size));
  const up = normalised(sum([1, occlusal], [-dot(occlusal, out), out]));
  const across = cross(up, out);
  const [ca, sa] = [Math.cos((turn * Math.PI) / 180), Math.sin((turn * Math.PI) / 180)];
  const { corners, indices } = type === 'ellipsoid' ? dome(size) : box(size);
  const placed = corners.flatMap(([x, y, z]) =>
    sum([1, middle], [x * ca - y * sa, across], [x * sa + y * ca, up], [z, out]),
  );
  return { positions: new Float32Array(placed), indices: new Uint32Array(indices) };
}
