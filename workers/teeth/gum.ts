/**
 * Generates a jaw's gum as a closed body around the necks: papillae between teeth, a rolled edge, root
 * bulges, a palate in the upper jaw, and a flat base like a trimmed model.
 */
import type { Arch } from '#events/tooth/fdi.ts';
import type { Mesh } from '../mesh/weld.ts';
import type { ToothFrames } from './goal.ts';
import { type GumStation, gumStationsOf } from './gum-line.ts';
import { gaussian, lerp, smoothstep } from './interpolation.ts';
import type { PatientCrowns } from './patient-crowns.ts';

/**
 * Stations to each side of the midline, points between two knots of a section, points across half of the
 * palate.
 */
export type GumDetail = { half: number; between: number; palate: number };
export const fineGumDetail: GumDetail = { half: 118, between: 2, palate: 16 };
export const coarseGumDetail: GumDetail = { half: 54, between: 1, palate: 7 };

/** Distances from the necks to the base, and to the vault of the palate, mm. */
const foot = { upper: 11.5, lower: 9.5 };
const vault = 8.6;

type Flat = readonly [out: number, up: number];

/** Section from the base up to the teeth on one side: mm out from the line, mm above the necks. */
function wall(s: GumStation, out: number, base: number, cheek: boolean): Flat[] {
  const root = (1 - s.between ** 2) * lerp(0.2, 0.42, s.front) * (cheek ? 1 : 0.5);
  const thick = s.body;
  const lean = cheek ? lerp(2.6, 1.6, s.front) : 1.6;
  const deep = (share: number) => -base * share;
  return [
    [thick * 0.82 + lean, -base],
    [thick * 0.86 + lean + 0.45, deep(0.94)],
    [thick * 0.88 + lean + 0.5, deep(0.8)],
    [thick * 0.9 + lean + 0.1 + root * 0.5, deep(0.6)],
    [out * 0.2 + thick * 0.76 + 1.3 + root, deep(0.4)],
    [out * 0.6 + thick * 0.4 + 0.9 + root, lerp(deep(0.22), s.edge, 0.1)],
    [out + 0.72 + root * 0.55, lerp(deep(0.12), s.edge, 0.45)],
    [out + 0.5, s.edge - 0.45],
    [out + 0.18, s.edge - 0.06],
    [out * 0.86, s.edge + 0.05],
    [out * 0.45, s.edge + 0.1],
  ];
}

/** Section from the teeth to the middle of the palate. `k` is 0 at the midline station, 1 at the ends. */
function palatal(s: GumStation, k: number, far: number, points: number): Flat[] {
  const high = vault * (0.3 + 0.7 * smoothstep(0, 0.55, k));
  const rim: Flat[] = [
    [-s.tongue * 0.86, s.edge + 0.05],
    [-s.tongue - 0.2, s.edge - 0.08],
    [-s.tongue - 0.62, s.edge - 0.6],
  ];
  const start = s.tongue + 0.62;
  const slope = Array.from({ length: points }, (_, i): Flat => {
    const q = (i + 1) / (points + 1);
    const rise = Math.sin((Math.min(1, q * 1.06) * Math.PI) / 2) ** 1.15;
    // Rugae: low ridges across the front of the palate, from near the teeth towards the middle.
    const ruga =
      0.22 *
      Math.sin(k * 62) *
      gaussian(q, 0.52, 0.3) *
      smoothstep(0.02, 0.08, k) *
      (1 - smoothstep(0.3, 0.4, k));
    // Papillae end close to the teeth: their rise does not continue across the palate.
    const raised = (s.edge - 0.4) * Math.exp(-q / 0.07);
    return [-lerp(start, far, q), raised - 0.2 - rise * (high - 0.2) + ruga];
  });
  return [...rim, ...slope];
}

/** Points on a smooth curve through the knots, including the knots. */
function softened(knots: readonly Flat[], between: number): Flat[] {
  const knot = (i: number): Flat => knots[Math.max(0, Math.min(knots.length - 1, i))] ?? [0, 0];
  return knots.flatMap((_, i) => {
    if (i === knots.length - 1) return [knot(i)];
    return Array.from({ length: between }, (_, j): Flat => {
      const [a, b, c, d] = [knot(i - 1), knot(i), knot(i + 1), knot(i + 2)];
      const t = j / between;
      const on = (k: 0 | 1) =>
        0.5 *
        (2 * b[k] +
          (c[k] - a[k]) * t +
          (2 * a[k] - 5 * b[k] + 4 * c[k] - d[k]) * t * t +
          (3 * b[k] - a[k] - 3 * c[k] + d[k]) * t ** 3);
      return [on(0), on(1)];
    });
  });
}

/** Points along the base between its two sides. */
const footPoints = 4;

/** A station with the data of its ring: its share of the way to the row's end (`k`) and the base's level. */
type Site = {
  s: GumStation;
  k: number;
  up: 1 | -1;
  level: number;
  /** Distance from the necks to the base, mm. */
  base: number;
  put: (x: number, y: number, z: number) => number;
};

/** At the row's ends a section is narrower, and its crest lower. */
const narrowing = ({ full }: GumStation) => lerp(0.55, 1, full);
const sinking = ({ full }: GumStation) => (1 - full) * 1.4;

/** Places a point of a section along the station's normal. */
function along({ s, up, base, put }: Site, [out, over]: Flat): number {
  const o = out * narrowing(s);
  const sunk = over > -base + 0.01 ? sinking(s) : 0;
  return put(s.x + s.nx * o, s.y + up * Math.max(-base, over - sunk), s.z + s.nz * o);
}

/** Ring from the cheek over the teeth to the tongue, and back along the base. */
function lowerRing(site: Site, cheek: readonly Flat[], between: number): number[] {
  const { s, base } = site;
  const tongue = softened(wall(s, s.tongue, base, false), between).map(([o, u]): Flat => [-o, u]);
  const [from, to] = [tongue[0]?.[0] ?? 0, cheek[0]?.[0] ?? 0];
  const under = Array.from(
    { length: footPoints },
    (_, j): Flat => [lerp(from, to, (j + 1) / (footPoints + 1)), -base],
  );
  return [...cheek, ...tongue.reverse(), ...under].map(point => along(site, point));
}

/**
 * Ring from the cheek over the teeth to the middle of the palate, down to the base's middle, and back along
 * it.
 */
function upperRing(
  site: Site,
  cheek: readonly Flat[],
  middle: { z: number; top: number; bottom: number },
  points: number,
): number[] {
  const { s, k, up, level, put } = site;
  const [dx, dz] = [-s.x, middle.z - s.z];
  const far = Math.hypot(dx, dz);
  const start = s.tongue + 0.62;
  // Towards the middle of the palate, points run to the shared one instead of along the normal.
  const bent = ([out, over]: Flat) => {
    const w = smoothstep(0, 0.7, Math.max(0, (-out - start) / (far - start)));
    const [x, z] = [s.x + s.nx * out, s.z + s.nz * out];
    const y = s.y + up * (over - sinking(s) * (1 - w));
    return put(lerp(x, s.x + (dx / far) * -out, w), y, lerp(z, s.z + (dz / far) * -out, w));
  };
  const edge = (cheek[0]?.[0] ?? 0) * narrowing(s);
  const under = Array.from({ length: footPoints }, (_, j) => {
    const q = (j + 1) / (footPoints + 1);
    return put(lerp(0, s.x + s.nx * edge, q), up * level, lerp(middle.z, s.z + s.nz * edge, q));
  });
  return [
    ...cheek.map(point => along(site, point)),
    ...palatal(s, k, far, points).map(bent),
    middle.top,
    middle.bottom,
    ...under,
  ];
}

/**
 * Generates the gum of an arch.
 * @param places the teeth of one arch
 * @returns a closed mesh in world coordinates, with the same triangles for the same teeth, wherever they are
 */
export function generateGum(row: Arch, places: ToothFrames, crowns: PatientCrowns, detail: GumDetail): Mesh {
  const { half, between } = detail;
  const stations = gumStationsOf(places, crowns, half);
  const up = row === 'lower' ? 1 : -1;
  const level = stations.map(s => up * s.y).reduce((least, y) => Math.min(least, y), Infinity) - foot[row];
  const front = stations[half];
  if (!front) return { positions: new Float32Array(0), indices: new Uint32Array(0) };
  const back = stations[0] ?? front;
  const positions: number[] = [];
  const put = (x: number, y: number, z: number) => positions.push(x, y, z) / 3 - 1;
  /** Palate and base meet in the middle: one vertex for both sides, by distance from the midline. */
  const shared = new Map<string, number>();
  const middle = (name: string, k: number, y: number) => {
    const z = lerp(front.z - 6.5, back.z, k);
    const key = `${name} ${Math.round(k * half)}`;
    const known = shared.get(key) ?? put(0, y, z);
    shared.set(key, known);
    return known;
  };
  const neckLevel = (up * (front.y + back.y)) / 2;
  const rings = stations.map((s, i) => {
    const k = Math.abs(i - half) / half;
    const site: Site = { s, k, up, level, base: up * s.y - level, put };
    const cheek = softened(wall(s, s.cheek, site.base, true), between);
    if (row === 'lower') return lowerRing(site, cheek, between);
    const z = lerp(front.z - 6.5, back.z, k);
    const roof = neckLevel - vault * (0.3 + 0.7 * smoothstep(0, 0.55, k)) - 0.15;
    const [top, bottom] = [middle('palate', k, up * roof), middle('foot', k, up * level)];
    return upperRing(site, cheek, { z, top, bottom }, detail.palate);
  });
  const indices = faces(rings, row, positions);
  return { positions: Float32Array.from(positions), indices };
}

/**
 * Joins the rings by quads and closes each end by a fan. Where both halves share an edge there is no wall.
 */
function faces(rings: readonly (readonly number[])[], row: Arch, positions: number[]): Uint32Array {
  const indices: number[] = [];
  const flip = row === 'lower';
  const put = (a: number, b: number, c: number) => {
    if (a !== b && b !== c && c !== a) indices.push(...(flip ? [a, c, b] : [a, b, c]));
  };
  const half = (rings.length - 1) / 2;
  for (let i = 1; i < rings.length; i++) {
    const [a, b] = [rings[i - 1] ?? [], rings[i] ?? []];
    for (let j = 0; j < a.length; j++) {
      const n = (j + 1) % a.length;
      const [p, q, r, t] = [a[j] ?? 0, a[n] ?? 0, b[n] ?? 0, b[j] ?? 0];
      if (row === 'upper' && j === a.length - 2 - footPoints) continue;
      // The left and right halves have mirrored diagonals. No diagonal joins two vertices on the midline, which both halves share.
      if (i <= half === j < a.length - 2 - footPoints) {
        put(p, q, r);
        put(p, r, t);
      } else {
        put(p, q, t);
        put(q, r, t);
      }
    }
  }
  for (const [ring, first] of [
    [rings[0] ?? [], true],
    [rings.at(-1) ?? [], false],
  ] as const) {
    const middle = [0, 1, 2].map(
      axis => ring.reduce((sum, v) => sum + (positions[3 * v + axis] ?? 0), 0) / ring.length,
    );
    const centre = positions.push(...middle) / 3 - 1;
    for (let j = 0; j < ring.length; j++) {
      const [p, q] = [ring[j] ?? 0, ring[(j + 1) % ring.length] ?? 0];
      if (first) put(centre, q, p);
      else put(centre, p, q);
    }
  }
  return Uint32Array.from(indices);
}
