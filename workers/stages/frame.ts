/**
 * How the files' frame lies in the world (x to the patient's left, y up, z to the front), from where the teeth stand:
 * both arches in one frame, as they were scanned. A rigid motion: what is mirrored is told, not mirrored back.
 */
import { conjugate, cross, dot, minus, rotate, type Vec3 } from '#events/plan/pose.ts';
import type { Arch } from '#events/tooth/fdi.ts';
import type { Mesh } from '../mesh/weld.ts';
import { eigen } from './eigen.ts';
import { boxOf, longestSide } from './pieces.ts';
import { degreesOf, lengthOf, noMotion, plus, type Rigid, times, turnTo, unit } from './rigid.ts';

export type ArchShapes = { arch: Arch; teeth: readonly Mesh[]; gums: readonly Mesh[] };

/**
 * `inside-out`: the triangles' sense says that the teeth are seen from within, as a mirrored export leaves them;
 * `mirrored`: the directions that were stated for the files would exchange left and right; `arches-swapped`: the front
 * teeth of what is called lower are the wider ones; `crowns-turned`: the crowns of an arch look away from the other
 * arch; `frame-unsure`: too little to tell front from side, or up from down.
 */
export type FrameFinding = 'inside-out' | 'mirrored' | 'arches-swapped' | 'crowns-turned' | 'frame-unsure';

export type Frame = {
  /** From the files' frame (in mm) into the world. */
  world: Rigid;
  findings: FrameFinding[];
};

/** An axis of the files' frame and its sense. */
export type FileAxis = `${'+' | '-'}${'x' | 'y' | 'z'}`;
/** What a technician may state: where left, front and up are in the files. */
export type StatedAxes = { left: FileAxis; front: FileAxis; up: FileAxis };

/** Degrees within which the teeth are taken to stand along the files' own axes: as scanned. */
const snap = 25;
/** mm: on average a crown is shorter, a tooth with its root is longer. */
const rootedMin = 14;
/** Fewer teeth have no arch. */
const archMin = 5;

const axisOf = (axis: FileAxis): Vec3 => {
  const sense = axis.startsWith('-') ? -1 : 1;
  const at = 'xyz'.indexOf(axis.slice(1));
  return [at === 0 ? sense : 0, at === 1 ? sense : 0, at === 2 ? sense : 0];
};

/** The files' axis that is nearest to a direction. */
function nearestAxis(v: Vec3): Vec3 {
  const at = [0, 1, 2].reduce((best, i) =>
    Math.abs(v[i] as number) > Math.abs(v[best] as number) ? i : best,
  );
  const sense = Math.sign(v[at] as number) || 1;
  return [at === 0 ? sense : 0, at === 1 ? sense : 0, at === 2 ? sense : 0];
}

type Sums = { area: number; middle: Vec3; open: Vec3; volume: number };

/** Area, its middle, the sum of normals (0 of a closed surface) and the volume of a tooth. */
function sumsOf({ positions, indices }: Mesh): Sums {
  const { low, high } = boxOf(positions);
  const origin = times(plus(low, high), 0.5);
  let [area, volume] = [0, 0];
  let [middle, open]: [Vec3, Vec3] = [
    [0, 0, 0],
    [0, 0, 0],
  ];
  const corner = (i: number): Vec3 => {
    const v = 3 * (indices[i] as number);
    return minus([positions[v] as number, positions[v + 1] as number, positions[v + 2] as number], origin);
  };
  for (let at = 0; at < indices.length; at += 3) {
    const [a, b, c] = [corner(at), corner(at + 1), corner(at + 2)];
    const normal = cross(minus(b, a), minus(c, a));
    const size = lengthOf(normal);
    area += size;
    volume += dot(a, cross(b, c)) / 6;
    middle = plus(middle, times(plus(plus(a, b), c), size / 3));
    open = plus(open, normal);
  }
  return { area, middle: times(middle, 1 / (area || 1)), open: times(open, 1 / (area || 1)), volume };
}

const mean = (points: readonly Vec3[]): Vec3 =>
  times(points.reduce(plus, [0, 0, 0]), 1 / Math.max(1, points.length));
const boxMiddle = ({ positions }: Mesh): Vec3 => {
  const { low, high } = boxOf(positions);
  return times(plus(low, high), 0.5);
};

/**
 * How surely an arch's crowns point along a direction (positive) or against it, mm: gum lies behind the teeth; a crown
 * without a root is open behind; of a tooth with a root the larger part of the surface is the crown's. 0: nothing tells.
 */
function bitesAlong({ teeth, gums }: ArchShapes, sums: readonly Sums[], up: Vec3): number {
  if (gums.length > 0) return dot(minus(mean(teeth.map(boxMiddle)), mean(gums.map(boxMiddle))), up);
  const open = sums.reduce((sum, tooth) => sum + dot(tooth.open, up) * Math.sign(tooth.volume), 0);
  if (Math.abs(open) > 0.02 * sums.length) return open;
  if (mean(teeth.map(({ positions }) => [longestSide(boxOf(positions)), 0, 0]))[0] < rootedMin) return 0;
  return sums.reduce((sum, tooth) => sum + dot(tooth.middle, up), 0);
}

/** Residual of z = a + b·x + c·x² over points, and the sense in which it opens. */
function parabola(x: readonly number[], z: readonly number[]): { error: number; bend: number } {
  const n = x.length;
  const sum = (f: (i: number) => number) => x.reduce((all, _, i) => all + f(i), 0);
  const mx = sum(i => x[i] as number) / n;
  const u = x.map(value => value - mx);
  const m = (power: number) => u.reduce((all, value) => all + value ** power, 0);
  const r = (power: number) => u.reduce((all, value, i) => all + value ** power * (z[i] as number), 0);
  const det = n * (m(2) * m(4) - m(3) ** 2) - m(2) ** 3;
  if (Math.abs(det) < 1e-9) return { error: Infinity, bend: 0 };
  // Cramer's rule, with m(1) = 0.
  const c = (n * (m(2) * r(2) - r(1) * m(3)) - m(2) * m(2) * r(0)) / det;
  const b = (r(1) - c * m(3)) / m(2);
  const a = (r(0) - c * m(2)) / n;
  return {
    error: sum(i => ((z[i] as number) - a - b * (u[i] as number) - c * (u[i] as number) ** 2) ** 2),
    bend: c,
  };
}

/** The front of the arches, of two directions in their plane and their opposites: where their parabola has its top. */
function frontOf(arches: readonly (readonly Vec3[])[], e: Vec3, f: Vec3): Vec3 {
  const along = (side: Vec3, front: Vec3) => {
    const fits = arches.map(points =>
      parabola(
        points.map(p => dot(p, side)),
        points.map(p => dot(p, front)),
      ),
    );
    return {
      error: fits.reduce((sum, fit) => sum + fit.error, 0),
      front: times(front, fits.reduce((sum, fit) => sum + fit.bend, 0) < 0 ? 1 : -1),
    };
  };
  const [one, other] = [along(e, f), along(f, e)];
  return one.error < other.error ? one.front : other.front;
}

/** The direction in which the teeth's middles spread least, and the two at right angles to it. */
function planeOf(arches: readonly (readonly Vec3[])[]): [Vec3, Vec3, Vec3] {
  const spread = new Float64Array(9);
  for (const points of arches) {
    const centre = mean(points);
    for (const point of points) {
      const d = minus(point, centre);
      for (let i = 0; i < 9; i++)
        spread[i] = (spread[i] as number) + (d[Math.floor(i / 3)] as number) * (d[i % 3] as number);
    }
  }
  const [a = [], b = [], c = []] = eigen(spread, 3).vectors;
  const vector = ([x = 0, y = 0, z = 0]: number[]): Vec3 => [x, y, z];
  return [vector(a), vector(b), vector(c)];
}

/** The turn into the world from where up and front are in the files; along the files' axes where they nearly are. */
function turnFrom(up: Vec3, front: Vec3) {
  const level = unit(minus(front, times(up, dot(front, up))));
  const own = turnTo(cross(up, level), up, level);
  const [axisUp, axisFront] = [nearestAxis(up), nearestAxis(level)];
  const snapped = turnTo(cross(axisUp, axisFront), axisUp, axisFront);
  const apart = dot(axisUp, axisFront) === 0 ? angleBetween(own, snapped) : 180;
  return conjugate(apart <= snap ? snapped : own);
}
function angleBetween(a: Rigid['q'], b: Rigid['q']): number {
  const w = Math.abs(a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3]);
  return degreesOf([Math.sqrt(Math.max(0, 1 - w * w)), 0, 0, w]);
}

/** What the teeth themselves say of up and front; undefined where they are too few. */
function seen(arches: readonly ArchShapes[], sums: ReadonlyMap<ArchShapes, Sums[]>) {
  const middles = arches.map(({ teeth }) => teeth.map(boxMiddle));
  if (Math.max(0, ...middles.map(points => points.length)) < archMin) return undefined;
  const [normal, e, f] = planeOf(middles);
  const bites = arches.map(shape => {
    const along = bitesAlong(shape, sums.get(shape) ?? [], normal);
    return { arch: shape.arch, up: shape.arch === 'lower' ? along : -along };
  });
  const at = (arch: Arch) => middles.filter((_, i) => arches[i]?.arch === arch).flat();
  const both = at('upper').length > 0 && at('lower').length > 0;
  const rise = both
    ? dot(minus(mean(at('upper')), mean(at('lower'))), normal)
    : bites.reduce((sum, { up }) => sum + up, 0);
  const sense = rise < 0 ? -1 : 1;
  const large = middles.filter(points => points.length >= archMin);
  return {
    up: times(normal, sense),
    front: frontOf(large, e, f),
    against: bites.filter(({ up }) => up * sense < 0).length,
    unsure: rise === 0,
  };
}

/** mm from the first to the last of the four teeth that stand foremost. */
function frontSpan(points: readonly Vec3[], front: Vec3): number {
  const four = points.toSorted((a, b) => dot(b, front) - dot(a, front)).slice(0, 4);
  return Math.max(0, ...four.flatMap(a => four.map(b => lengthOf(minus(a, b)))));
}
/** Lower incisors are by a third narrower than upper ones: where they are wider, the arches' names are exchanged. */
function swapped(arches: readonly ArchShapes[], front: Vec3): boolean {
  const span = (arch: Arch) => {
    const teeth = arches.filter(shape => shape.arch === arch).flatMap(shape => shape.teeth);
    return teeth.length >= archMin ? frontSpan(teeth.map(boxMiddle), front) : undefined;
  };
  const [upper, lower] = [span('upper'), span('lower')];
  return upper !== undefined && lower !== undefined && lower > 1.08 * upper;
}

/** The stated directions beside the seen ones: an odd number of wrong senses exchanges left and right. */
function mirroredBy(
  stated: StatedAxes,
  measured: { up: Vec3; front: Vec3; unsure: boolean } | undefined,
): boolean {
  const [left, up, front] = [axisOf(stated.left), axisOf(stated.up), axisOf(stated.front)];
  if (dot(cross(up, front), left) < 0.5) return true;
  return measured?.unsure === false && dot(up, measured.up) * dot(front, measured.front) < 0;
}

/**
 * @param arches their teeth and gums at the start, in the files' frame, mm
 * @param stated what the technician says of the files; believed where it is not impossible
 */
export function findFrame(arches: readonly ArchShapes[], stated?: StatedAxes): Frame {
  const sums = new Map(arches.map(shape => [shape, shape.teeth.map(sumsOf)]));
  const measured = seen(arches, sums);
  const teeth = [...sums.values()].flat();
  const findings: FrameFinding[] = [];
  if (teeth.filter(({ volume }) => volume < 0).length > teeth.length / 2) findings.push('inside-out');
  const exchanged = measured !== undefined && swapped(arches, measured.front);
  if (exchanged) findings.push('arches-swapped');
  else if (stated && mirroredBy(stated, measured)) findings.push('mirrored');
  if (measured && measured.against > 0) findings.push('crowns-turned');
  if (!stated && (!measured || measured.unsure)) findings.push('frame-unsure');
  const q = stated
    ? turnFrom(axisOf(stated.up), axisOf(stated.front))
    : measured
      ? turnFrom(measured.up, measured.front)
      : noMotion.q;
  const middle = rotate(q, mean(arches.flatMap(shape => shape.teeth.map(boxMiddle))));
  // Whole millimetres, so that the files' own coordinates stay recognisable.
  return {
    world: { q, t: [-Math.round(middle[0]), -Math.round(middle[1]), -Math.round(middle[2])] },
    findings,
  };
}
