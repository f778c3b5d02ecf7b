/**
 * The line of a row's necks, sampled at stations: position and faces of the gum on both sides of the teeth.
 */
import type { Vec3 } from '#events/plan/pose.ts';
import { type Fdi, isOnRightSide, positionFromMidline } from '#events/tooth/fdi.ts';
import { combineVectors, type ToothFrame } from './frame.ts';
import type { ToothFrames } from './goal.ts';
import { lerp, smoothstep } from './interpolation.ts';
import type { PatientCrowns } from './patient-crowns.ts';

/**
 * A neck: its centre, half-widths along the frame, and the crown above it, mm. `front` is 1 in front, 0 at
 * the molars.
 */
type Neck = {
  at: Vec3;
  frame: ToothFrame;
  width: number;
  depth: number;
  crown: number;
  front: number;
};

/** A point on the line and the gum's dimensions there, mm. Up is towards the occlusal plane. */
export type GumStation = {
  x: number;
  z: number;
  /** Height of the necks along y. */
  y: number;
  /** Horizontal unit normal towards the cheek. */
  nx: number;
  nz: number;
  /** Distance from the line to the teeth's faces. */
  cheek: number;
  tongue: number;
  /** Half the distance between both faces, without the dips between teeth. */
  body: number;
  /** Height of the gum's edge above the necks. */
  edge: number;
  /** 0 at a tooth's middle, 1 between two teeth. */
  between: number;
  /** 1 in front, 0 at the molars. */
  front: number;
  /** 1, falling to 0 at the row's ends, where the gum ends. */
  full: number;
};

/** Width and depth of a neck as shares of its crown's. */
const [narrow, deep] = [0.84, 0.87];

function neckOf(tooth: Fdi, frame: ToothFrame, crowns: PatientCrowns): Neck {
  const { width, depth, crown } = crowns.size(tooth);
  const at = combineVectors([1, frame.at], [-crown / 2 + 0.6, frame.occlusal]);
  const front = 1 - smoothstep(3, 6, positionFromMidline(tooth));
  return { at, frame, width: (width / 2) * narrow, depth: (depth / 2) * deep, crown, front };
}

/** Returns a virtual neck behind the last tooth, so that the line continues. */
function behind(last: Neck, before: Neck): Neck {
  const [x, y, z] = last.at;
  const [dx, dz] = [x - before.at[0], z - before.at[2]];
  const far = (1.8 * last.width) / (Math.hypot(dx, dz) || 1);
  return {
    ...last,
    at: [x + far * dx, y, z + far * dz],
    depth: last.depth * 0.85,
    crown: last.crown * 0.4,
  };
}

/** Returns the share of a papilla's height that remains between separated neighbours. An absent tooth leaves a saddle. */
function papillaBetween(b: Neck, c: Neck): number {
  const apart = Math.hypot(b.at[0] - c.at[0], b.at[2] - c.at[2]) - (b.width + c.width) / narrow;
  return 1 - smoothstep(0.6, 3, apart);
}

const spline = (a: number, b: number, c: number, d: number, t: number) =>
  0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t * t + (3 * b - a - 3 * c + d) * t ** 3);

/** Distances at which a line from (x, z) along (nx, nz) enters and leaves a neck, seen from above. */
function through({ at, frame, width, depth }: Neck, x: number, z: number, nx: number, nz: number) {
  const on = (v: Vec3, half: number, dx: number, dz: number) => (dx * v[0] + dz * v[2]) / half;
  const [px, pz] = [x - at[0], z - at[2]];
  const [a, b] = [on(frame.mesial, width, px, pz), on(frame.buccal, depth, px, pz)];
  const [c, d] = [on(frame.mesial, width, nx, nz), on(frame.buccal, depth, nx, nz)];
  const [p, q, r] = [c * c + d * d, a * c + b * d, a * a + b * b - 1];
  const under = q * q - p * r;
  if (under < 0) return undefined;
  const root = Math.sqrt(under);
  return { tongue: (q + root) / p, cheek: (root - q) / p };
}

/** Smooths a list by repeated averaging with its neighbours. */
function smoothed(values: number[], times: number): number[] {
  let list = values;
  for (let i = 0; i < times; i++)
    list = list.map((v, k) => ((list[k - 1] ?? v) + 2 * v + (list[k + 1] ?? v)) / 4);
  return list;
}

/** Heights of a papilla above the necks, as shares of the crown's height. */
const papilla = { front: 0.5, back: 0.38 };

/**
 * Returns stations along a row, `half` to each side of the midline one, from the patient's right to the left.
 * @param places the teeth of one arch, at least two on each side
 */
export function gumStationsOf(places: ToothFrames, crowns: PatientCrowns, half: number): GumStation[] {
  const inOrder = [...places].sort(([a], [b]) => rank(a) - rank(b));
  const necks = inOrder.map(([tooth, frame]) => neckOf(tooth, frame, crowns));
  const rights = inOrder.filter(([tooth]) => isOnRightSide(tooth)).length;
  const [first, second, last, beforeLast] = [necks[0], necks[1], necks.at(-1), necks.at(-2)];
  if (!first || !second || !last || !beforeLast) return [];
  const line = [behind(first, second), ...necks, behind(last, beforeLast)];
  const knot = (i: number) => line[Math.max(0, Math.min(line.length - 1, i))] ?? first;
  // The midline is halfway between the first teeth of both sides.
  const middle = rights + 0.5;
  const raw = (at: number) => {
    const i = Math.min(line.length - 2, Math.floor(at));
    const t = at - i;
    const near = [knot(i - 1), knot(i), knot(i + 1), knot(i + 2)] as const;
    const [, b, c] = near;
    const on = (axis: 0 | 1 | 2) => spline(...(near.map(n => n.at[axis]) as Four), t);
    const share = b.width / (b.width + c.width);
    const between = t < share ? t / share : (1 - t) / (1 - share);
    const end = i === 0 ? t : i === line.length - 2 ? 1 - t : 1;
    const depth = lerp(b.depth, c.depth, smoothstep(0, 1, t));
    const front = lerp(b.front, c.front, t);
    const crown = lerp(b.crown, c.crown, t);
    const high =
      end < 1
        ? 0
        : between ** lerp(1.5, 2, front) *
          lerp(papilla.back, papilla.front, front) *
          crown *
          papillaBetween(b, c);
    return {
      near,
      at: [on(0), on(1), on(2)] as const,
      depth,
      none: depth * lerp(0.86, 0.62, front),
      edge: 0.25 + high,
      between: end < 1 ? 0.3 : between,
      front,
      full: smoothstep(0, 0.9, end),
    };
  };
  const step = (to: number, i: number) => middle + ((to - middle) * i) / half;
  const list = [
    ...Array.from({ length: half }, (_, i) => raw(step(0, half - i))),
    ...Array.from({ length: half + 1 }, (_, i) => raw(step(line.length - 1 - 1e-9, i))),
  ];
  return laid(list);
}

type Four = [number, number, number, number];
type Raw = {
  near: readonly Neck[];
  at: Vec3;
  depth: number;
  /** Distance from the line to the faces where there is no tooth. */
  none: number;
  edge: number;
  between: number;
  front: number;
  full: number;
};

/** Returns stations on a smoothed line through the necks, with the faces of the teeth on both sides of it. */
function laid(list: readonly Raw[]): GumStation[] {
  const xs = smoothed(
    list.map(s => s.at[0]),
    70,
  );
  const zs = smoothed(
    list.map(s => s.at[2]),
    70,
  );
  const stations = list.map((s, i): GumStation => {
    const [x, z] = [xs[i] ?? 0, zs[i] ?? 0];
    const [dx, dz] = [(xs[i + 1] ?? x) - (xs[i - 1] ?? x), (zs[i + 1] ?? z) - (zs[i - 1] ?? z)];
    const run = Math.hypot(dx, dz) || 1;
    const [nx, nz] = [-dz / run, dx / run];
    // Offset of the teeth's own line from the smoothed one, positive towards the cheek.
    const off = (s.at[0] - x) * nx + (s.at[2] - z) * nz;
    const hits = s.near.flatMap(n => through(n, x, z, nx, nz) ?? []);
    const far = (none: number, ...reached: number[]) =>
      Math.max(0.8, Math.min(s.depth * 2.2, Math.max(none, ...reached)));
    const { edge, between, front, full } = s;
    return {
      x,
      y: s.at[1],
      z,
      nx,
      nz,
      cheek: far(s.none + off, ...hits.map(h => h.cheek)),
      tongue: far(s.none - off, ...hits.map(h => h.tongue)),
      body: s.depth,
      edge,
      between,
      front,
      full,
    };
  });
  const cheeks = smoothed(
    stations.map(s => s.cheek),
    3,
  );
  const tongues = smoothed(
    stations.map(s => s.tongue),
    3,
  );
  const bodies = smoothed(
    stations.map(s => s.body),
    60,
  );
  return stations.map((s, i) => ({
    ...s,
    cheek: cheeks[i] ?? s.cheek,
    tongue: tongues[i] ?? s.tongue,
    body: bodies[i] ?? s.body,
  }));
}

/** Order from the patient's right to the left. */
const rank = (tooth: Fdi) => (isOnRightSide(tooth) ? -1 : 1) * positionFromMidline(tooth);
