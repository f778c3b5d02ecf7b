/**
 * Test helpers: arches of plain crowns in a scanner's frame (x left, y back, z up), and operations on any
 * arch.
 */
import type { Vec3 } from '#events/plan/pose.ts';
import { archPlaceOf } from '#events/tooth/arch-form.ts';
import { toothSizeOf } from '#events/tooth/curves.ts';
import { type Arch, archOf, type Fdi, TEETH_BY_ARCH } from '#events/tooth/fdi.ts';
import { seededRandom } from '../../mesh/seeded-random.ts';
import { applyMotion, quaternionOfRotationVector, type RigidMotion } from '../rigid.ts';
import { rotationMatrixOf } from '../rigid-fit.ts';

export type TestTooth = { fdi: Fdi; corners: Float32Array };

export function cornersOfStl(stl: Uint8Array): Float32Array {
  const view = new DataView(stl.buffer, stl.byteOffset, stl.byteLength);
  const corners = new Float32Array(9 * view.getUint32(80, true));
  for (let t = 0; t < corners.length / 9; t++)
    for (let i = 0; i < 9; i++) corners[9 * t + i] = view.getFloat32(84 + 50 * t + 12 + 4 * i, true);
  return corners;
}

/**
 * Makes a maxilla of a mandible: mirrors it in the occlusal plane and swaps the winding of its triangles, so that they face
 * outwards.
 * @param plane z of the occlusal plane, mm
 */
export function mirrorIntoMaxilla(teeth: readonly TestTooth[], plane = 61): TestTooth[] {
  return teeth.map(({ fdi, corners }) => {
    const turned = new Float32Array(corners.length);
    for (let at = 0; at < corners.length; at += 9)
      for (const [to, from] of [0, 2, 1].entries())
        turned.set(
          [
            corners[at + 3 * from] as number,
            corners[at + 3 * from + 1] as number,
            2 * plane - (corners[at + 3 * from + 2] as number),
          ],
          at + 3 * to,
        );
    const upper = (fdi > 40 ? fdi - 30 : fdi - 10) as Fdi; // 41 becomes 11, 31 becomes 21.
    return { fdi: upper, corners: turned };
  });
}

/**
 * A closed, asymmetric crown of a tooth's textbook size about its own middle: x mesial, y buccal, z occlusal.
 */
function crown(fdi: Fdi, rings = 12): Vec3[][] {
  const { width, depth, crown: height } = toothSizeOf(fdi);
  const place = (i: number, j: number): Vec3 => {
    const isPole = i === 0 || i === rings;
    // All corners of a pole are one point, bit for bit; otherwise the crown would have a hole there.
    const [up, round] = [(Math.PI * i) / rings, isPole ? 0 : (Math.PI * j) / rings];
    const [c, s] = [Math.cos(round), Math.sin(round)];
    // Between an ellipse and a box, with a distinct buccal side and cusps without rotational symmetry.
    const square = 1 / (Math.abs(c) ** 3 + Math.abs(s) ** 3) ** (1 / 3);
    const r =
      (isPole ? 0 : Math.sin(up) ** 0.6) *
      square *
      (1 + 0.06 * Math.cos(round - 1) + 0.05 * Math.cos(3 * round));
    const top = -Math.cos(up) * (1 + (up > 2 ? 0.1 * Math.cos(2 * round + 0.7) : 0));
    // A front tooth is thin at its edge.
    const thin = fdi % 10 < 4 && top > 0 ? 1 - 0.75 * top ** 0.7 : 1;
    return [(r * c * width) / 2.1, (r * s * depth * thin) / 2.1, (top * height) / 2];
  };
  const triangles: Vec3[][] = [];
  for (let i = 0; i < rings; i++)
    for (let j = 0; j < 2 * rings; j++) {
      const next = (j + 1) % (2 * rings);
      const [a, b, c, d] = [place(i, j), place(i, next), place(i + 1, next), place(i + 1, j)];
      if (i > 0) triangles.push([a, b, c]);
      if (i < rings - 1) triangles.push([a, c, d]);
    }
  return triangles;
}

/** Extends the base of a crown into a root, a cone that bends to distal. */
function withRoot(fdi: Fdi, [mesial, buccal, occlusal]: Vec3): Vec3 {
  const { crown: height, root } = toothSizeOf(fdi);
  const down = Math.max(0, -occlusal / (height / 2) - 0.3) / 0.7;
  return [mesial - 1.5 * down ** 2, buccal, occlusal - root * down];
}

/** Positions a point of a plain crown in the arch: x left, y back, z up. The arches meet at z = 0. */
function stand(fdi: Fdi, [mesial, buccal, occlusal]: Vec3): Vec3 {
  const { x, depth, angle } = archPlaceOf(fdi, 0.05);
  const right = fdi < 20 || fdi > 40;
  const along = right ? mesial : -mesial;
  const up = archOf(fdi) === 'lower' ? 1 : -1;
  const height = up * (occlusal - toothSizeOf(fdi).crown / 2 - 0.3);
  return [
    x + along * Math.cos(angle) + buccal * Math.sin(angle),
    depth + along * Math.sin(angle) - buccal * Math.cos(angle),
    height,
  ];
}

/** Six times the signed volume. */
const volume = (triangles: readonly Vec3[][]) =>
  triangles.reduce((sum, [a, b, c]) => {
    if (!a || !b || !c) return sum;
    return (
      sum +
      a[0] * (b[1] * c[2] - b[2] * c[1]) +
      a[1] * (b[2] * c[0] - b[0] * c[2]) +
      a[2] * (b[0] * c[1] - b[1] * c[0])
    );
  }, 0);

const withoutThirds = (row: Arch): readonly Fdi[] => TEETH_BY_ARCH[row].filter(t => t % 10 < 8);

/** Plain crowns with their roots on the ideal arch. */
export const createRootedTeeth = (row: Arch): TestTooth[] =>
  createPlainCrowns(row, withoutThirds(row), 24, withRoot);

/** Plain crowns on the ideal arch. @param teeth all but the third molars by default */
export function createPlainCrowns(
  row: Arch,
  teeth: readonly Fdi[] = withoutThirds(row),
  rings = 12,
  shaped = (_fdi: Fdi, v: Vec3): Vec3 => v,
): TestTooth[] {
  return teeth.map(fdi => {
    const stood = crown(fdi, rings).map(triangle => triangle.map(v => stand(fdi, shaped(fdi, v))));
    const out = volume(stood) > 0 ? stood : stood.map(triangle => triangle.toReversed());
    return { fdi, corners: Float32Array.from(out.flat(2)) };
  });
}

/** A band of gum under the lower or over the upper plain crowns. */
export function createGumBand(row: Arch, rings = 40): Float32Array {
  const up = row === 'lower' ? 1 : -1;
  const at = (i: number, j: number): Vec3 => {
    const x = ((i / rings) * 2 - 1) * 27;
    const depth = 3.1e-8 * x ** 6 + 0.0312 * x * x;
    const side = ((j % 8) / 8) * 2 * Math.PI;
    return [x, depth + 5 * Math.cos(side), up * (-11 + 3 * Math.sin(side))];
  };
  const corners: number[] = [];
  for (let i = 0; i < rings; i++)
    for (let j = 0; j < 8; j++) {
      const [a, b, c, d] = [at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)];
      corners.push(...a, ...b, ...c, ...a, ...c, ...d);
    }
  return Float32Array.from(corners);
}

/** Applies a motion to corners. Rounds each coordinate once to float32, as an STL does. */
export function applyMotionToCorners(corners: Float32Array, { q, t }: RigidMotion): Float32Array {
  const [a = 1, b = 0, c = 0, d = 0, e = 1, f = 0, g = 0, h = 0, i = 1] = rotationMatrixOf(q);
  const out = new Float32Array(corners.length);
  for (let at = 0; at < corners.length; at += 3) {
    const x = corners[at] as number;
    const y = corners[at + 1] as number;
    const z = corners[at + 2] as number;
    out[at] = a * x + b * y + c * z + t[0];
    out[at + 1] = d * x + e * y + f * z + t[1];
    out[at + 2] = g * x + h * y + i * z + t[2];
  }
  return out;
}

export function joinCorners(parts: readonly Float32Array[]): Float32Array {
  const all = new Float32Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

export function middleOfCorners(corners: Float32Array): Vec3 {
  const sum = [0, 0, 0];
  for (let i = 0; i < corners.length; i++) sum[i % 3] = (sum[i % 3] as number) + (corners[i] as number);
  const n = corners.length / 3;
  return [(sum[0] ?? 0) / n, (sum[1] ?? 0) / n, (sum[2] ?? 0) / n];
}

/**
 * A known motion, different for each tooth and growing with the stage: up to some 8 degrees and a millimetre
 * or two.
 */
export function knownMotionAtStage(tooth: TestTooth, stage: number): RigidMotion {
  const n = tooth.fdi;
  const [a, b, c] = [Math.sin(n), Math.cos(2 * n), Math.sin(3 * n + 1)];
  const share = stage / 20;
  const q = quaternionOfRotationVector([a * 0.08 * share, b * 0.07 * share, c * 0.14 * share]);
  const centre = middleOfCorners(tooth.corners);
  const turnedAway = applyMotion({ q, t: [0, 0, 0] }, centre);
  return {
    q,
    t: [
      centre[0] - turnedAway[0] + 1.3 * b * share,
      centre[1] - turnedAway[1] + 0.9 * c * share,
      centre[2] - turnedAway[2] + 0.4 * a * share,
    ],
  };
}

/** Loose triangles of a tooth's size scattered over an arch. No two share a corner. */
export function scatterTriangles(triangles: number, seed = 1): Float32Array {
  const random = seededRandom(seed);
  const corners = new Float32Array(9 * triangles);
  for (let t = 0; t < triangles; t++) {
    const at = [60 * random() - 30, 40 * random() - 20, 20 * random() - 10];
    for (let i = 0; i < 9; i++) corners[9 * t + i] = (at[i % 3] as number) + 12 * random() - 6;
  }
  return corners;
}

/** Writes corners as a binary STL with zero normals. */
export function encodeCornersAsStl(corners: Float32Array): Uint8Array<ArrayBuffer> {
  const stl = new Uint8Array(84 + (50 * corners.length) / 9);
  const view = new DataView(stl.buffer);
  view.setUint32(80, corners.length / 9, true);
  for (let t = 0; t < corners.length / 9; t++)
    for (let i = 0; i < 9; i++) view.setFloat32(84 + 50 * t + 12 + 4 * i, corners[9 * t + i] as number, true);
  return stl;
}
