/**
 * The occlusal surface of premolars and molars: cusps with four ridges each, marginal ridges, an oblique
 * ridge on upper molars, and fissures as the tooth chart draws them. Textbook shapes, not for measuring.
 */
import { type CurvePoint, occlusalLines } from '#events/tooth/curves.ts';
import type { CrownSize } from './crown-size.ts';
import { smoothMax } from './interpolation.ts';

export type PosteriorToothKind = 'u4' | 'u5' | 'u6' | 'u7' | 'u8' | 'l4' | 'l5' | 'l6' | 'l7' | 'l8';

/** x mesial and y buccal in half-widths, height as a share of the crown's, slope in mm down per mm away. */
type Cusp = readonly [x: number, y: number, height: number, slope: number];
/** A ridge between two points, with its heights at the ends and in the middle as shares of the crown's. */
type Ridge = readonly [from: CurvePoint, to: CurvePoint, ends: number, middle: number];
type Surface = { cusps: readonly Cusp[]; ridges: readonly Ridge[] };

const margins = (x: number, mesial: number, distal: number): Ridge[] => [
  [[x, 0.42], [x, -0.42], mesial + 0.01, mesial],
  [[-x, 0.4], [-x, -0.42], distal + 0.01, distal],
];

const surfaces: Record<PosteriorToothKind, Surface> = {
  u4: {
    cusps: [
      [-0.02, 0.5, 1.04, 1.07],
      [0.1, -0.5, 0.88, 0.93],
    ],
    ridges: margins(0.74, 0.76, 0.75),
  },
  u5: {
    cusps: [
      [0, 0.5, 1.01, 0.98],
      [0.08, -0.5, 0.94, 0.9],
    ],
    ridges: margins(0.76, 0.77, 0.76),
  },
  u6: {
    cusps: [
      [0.44, 0.55, 0.97, 0.74],
      [-0.44, 0.53, 0.95, 0.74],
      [0.42, -0.46, 1.02, 0.67],
      [-0.54, -0.56, 0.88, 0.74],
    ],
    ridges: [...margins(0.8, 0.81, 0.82), [[0.36, -0.4], [-0.4, 0.46], 0.92, 0.8]],
  },
  u7: {
    cusps: [
      [0.42, 0.55, 0.97, 0.74],
      [-0.42, 0.5, 0.92, 0.74],
      [0.32, -0.46, 1, 0.67],
      [-0.58, -0.52, 0.8, 0.77],
    ],
    ridges: [...margins(0.79, 0.81, 0.81), [[0.28, -0.4], [-0.38, 0.42], 0.9, 0.78]],
  },
  u8: {
    cusps: [
      [0.4, 0.52, 0.96, 0.72],
      [-0.4, 0.44, 0.88, 0.72],
      [0.12, -0.46, 0.96, 0.67],
    ],
    ridges: margins(0.76, 0.76, 0.72),
  },
  l4: {
    cusps: [
      [0.04, 0.26, 1.05, 1.07],
      [0.1, -0.6, 0.66, 0.69],
    ],
    ridges: margins(0.74, 0.7, 0.72),
  },
  l5: {
    cusps: [
      [0.02, 0.42, 1.02, 0.98],
      [0.34, -0.54, 0.87, 0.75],
      [-0.42, -0.54, 0.8, 0.75],
    ],
    ridges: margins(0.76, 0.75, 0.74),
  },
  l6: {
    cusps: [
      [0.56, 0.5, 0.94, 0.72],
      [-0.06, 0.54, 0.93, 0.74],
      [-0.62, 0.38, 0.86, 0.74],
      [0.5, -0.54, 1.01, 0.74],
      [-0.42, -0.54, 0.99, 0.74],
    ],
    ridges: margins(0.82, 0.77, 0.75),
  },
  l7: {
    cusps: [
      [0.46, 0.5, 0.96, 0.72],
      [-0.46, 0.5, 0.93, 0.72],
      [0.46, -0.52, 0.99, 0.72],
      [-0.46, -0.52, 0.96, 0.72],
    ],
    ridges: margins(0.81, 0.77, 0.75),
  },
  l8: {
    cusps: [
      [0.44, 0.46, 0.95, 0.67],
      [-0.42, 0.46, 0.91, 0.67],
      [0.44, -0.5, 0.97, 0.67],
      [-0.42, -0.5, 0.93, 0.67],
    ],
    ridges: margins(0.79, 0.78, 0.76),
  },
};

/** Distance in mm over which ridges merge smoothly. */
const soft = 0.34;
/** Height of the surface between the cusps above the neck, before grooves and ridges; a share of the crown's height. */
const floor = 0.56;

/** Distance of a point from a segment, and the nearest point's share of the segment's length. */
function toSegment(
  x: number,
  y: number,
  [ax, ay]: CurvePoint,
  [bx, by]: CurvePoint,
): [away: number, along: number] {
  const [dx, dy] = [bx - ax, by - ay];
  const along = Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy)));
  return [Math.hypot(x - ax - along * dx, y - ay - along * dy), along];
}

/** Returns the depth below a cusp's tip at a horizontal offset in mm: steep between its four ridges, gentler along them. */
function cuspHeight(dx: number, dy: number, slope: number): number {
  const away = Math.hypot(dx, dy);
  if (away === 0) return 0;
  // cos 4φ is 1 to mesial, distal, buccal and lingual, where the ridges run.
  const [c, s] = [dx / away, dy / away];
  const four = 1 - 8 * c * c * s * s;
  return slope * (1.12 - 0.2 * four) * (Math.hypot(away, 0.42) - 0.42) * (1 - 0.03 * away);
}

/** Returns a function from a horizontal position (mm from the crown's axis) to the occlusal surface's height above the neck, mm. */
export function createOcclusalRelief(
  kind: PosteriorToothKind,
  { width, depth, crown }: CrownSize,
): (x: number, y: number) => number {
  const { cusps, ridges } = surfaces[kind];
  const mm = ([x, y]: CurvePoint): CurvePoint => [(x * width) / 2, (y * depth) / 2];
  const tips = cusps.map(([x, y, height, slope]) => ({ at: mm([x, y]), height: height * crown, slope }));
  const crests = ridges.map(([from, to, ends, middle]) => ({ from: mm(from), to: mm(to), ends, middle }));
  const grooves = occlusalLines(kind).flatMap(line =>
    line.slice(1).map((to, i) => [mm(line[i] ?? to), mm(to)] as const),
  );
  return (x, y) => {
    let z = floor * crown;
    for (const { at, height, slope } of tips)
      z = smoothMax(z, height - cuspHeight(x - at[0], y - at[1], slope), soft);
    const nearest = grooves.reduce((least, [a, b]) => Math.min(least, toSegment(x, y, a, b)[0]), 9);
    z -= 0.16 * Math.exp(-((nearest / 0.24) ** 2)) + 0.14 * Math.exp(-((nearest / 0.75) ** 2));
    for (const { from, to, ends, middle } of crests) {
      const [away, along] = toSegment(x, y, from, to);
      const height = (middle + (ends - middle) * (2 * along - 1) ** 2) * crown;
      z = smoothMax(z, height - 0.75 * (Math.hypot(away, 0.35) - 0.35), soft);
    }
    return z;
  };
}
