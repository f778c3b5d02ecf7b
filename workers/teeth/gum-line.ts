/** The line of a row's necks: where the gum stands to both sides of the teeth, station by station. */
import type { Vec3 } from '#events/plan/pose.ts';
import { type Fdi, isRight, position } from '#events/tooth/fdi.ts';
import { type Frame, mix } from './frame.ts';
import type { Places } from './goal.ts';
import { lerp, smoothstep } from './interpolation.ts';
import type { Crowns } from './patient-crowns.ts';

/** A neck: its middle, its half-widths along the frame, and the crown above it. */
type Neck = {
  at: Vec3;
  frame: Frame;
  width: number;
  depth: number;
  crown: number;
  front: number;
};

/** A place on the line, and what the gum follows there. mm; `up` is towards the biting plane. */
export type Station = {
  x: number;
  z: number;
  /** Height of the necks along y. */
  y: number;
  /** Outwards, towards the cheek: horizontal, of length 1. */
  nx: number;
  nz: number;
  /** From the line to the teeth's faces. */
  cheek: number;
  tongue: number;
  /** Half of what lies between both, without the dips between the teeth. */
  body: number;
  /** Of the gum's edge over the necks. */
  edge: number;
  /** 0 at a tooth's middle, 1 between two. */
  between: number;
  /** 1 in front, 0 at the molars. */
  front: number;
  /** 1 but at the row's ends, where the gum runs out. */
  full: number;
};

/** How wide a neck is, as a share of its crown. */
const [narrow, deep] = [0.84, 0.87];

function neckOf(tooth: Fdi, frame: Frame, crowns: Crowns): Neck {
  const { width, depth, crown } = crowns.size(tooth);
  const at = mix([1, frame.at], [-crown / 2 + 0.6, frame.occlusal]);
  const front = 1 - smoothstep(3, 6, position(tooth));
  return { at, frame, width: (width / 2) * narrow, depth: (depth / 2) * deep, crown, front };
}

/** A neck behind the last tooth, so that the line goes on. */
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

/** What is left of a papilla where neighbours stand apart: a saddle where a tooth is not there. */
function papillaBetween(b: Neck, c: Neck): number {
  const apart = Math.hypot(b.at[0] - c.at[0], b.at[2] - c.at[2]) - (b.width + c.width) / narrow;
  return 1 - smoothstep(0.6, 3, apart);
}

const spline = (a: number, b: number, c: number, d: number, t: number) =>
  0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t * t + (3 * b - a - 3 * c + d) * t ** 3);

/** Where a line from (x, z) along (nx, nz) enters and leaves a neck, seen from above. */
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

/** A list of numbers, each the mean of itself and its neighbours, several times. */
function smoothed(values: number[], times: number): number[] {
  let list = values;
  for (let i = 0; i < times; i++)
    list = list.map((v, k) => ((list[k - 1] ?? v) + 2 * v + (list[k + 1] ?? v)) / 4);
  return list;
}

/** Heights of a papilla over the necks, as shares of the crown's height: in front, at the back. */
const papilla = { front: 0.5, back: 0.38 };

/**
 * Stations along a row, evenly many to each side of the midline one, from the patient's right to the left.
 * @param places the teeth of one arch, at least two on each side
 */
export function stationsOf(places: Places, crowns: Crowns, half: number): Station[] {
  const inOrder = [...places].sort(([a], [b]) => rank(a) - rank(b));
  const necks = inOrder.map(([tooth, frame]) => neckOf(tooth, frame, crowns));
  const rights = inOrder.filter(([tooth]) => isRight(tooth)).length;
  const [first, second, last, beforeLast] = [necks[0], necks[1], necks.at(-1), necks.at(-2)];
  if (!first || !second || !last || !beforeLast) return [];
  const line = [behind(first, second), ...necks, behind(last, beforeLast)];
  const knot = (i: number) => line[Math.max(0, Math.min(line.length - 1, i))] ?? first;
  // The midline lies half way between the first teeth of both sides.
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
  /** From the line to the faces, where no tooth stands. */
  none: number;
  edge: number;
  between: number;
  front: number;
  full: number;
};

/** Stations on a calm line through the necks, with the faces of the teeth as they stand before and behind it. */
function laid(list: readonly Raw[]): Station[] {
  const xs = smoothed(
    list.map(s => s.at[0]),
    70,
  );
  const zs = smoothed(
    list.map(s => s.at[2]),
    70,
  );
  const stations = list.map((s, i): Station => {
    const [x, z] = [xs[i] ?? 0, zs[i] ?? 0];
    const [dx, dz] = [(xs[i + 1] ?? x) - (xs[i - 1] ?? x), (zs[i + 1] ?? z) - (zs[i - 1] ?? z)];
    const run = Math.hypot(dx, dz) || 1;
    const [nx, nz] = [-dz / run, dx / run];
    // The teeth's own line lies this far to the cheek's side of the calm one.
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

/** From the patient's right to the left. */
const rank = (tooth: Fdi) => (isRight(tooth) ? -1 : 1) * position(tooth);
