/**
 * A jaw's digital model, computed: 14 crowns on an arch over a gum with a flat base, in mm. x to the patient's left,
 * y to the front, z up. About 20,000 triangles; no scan of anybody is in it.
 */
import type { Triangles } from './stl.ts';
import { crowns, type Jaw, misfit } from './teeth-row.ts';

type Point = readonly [number, number, number];

/** Points around a crown and up it; steps along the gum. */
const around = 30;
const rings = 20;
const alongGum = 90;

/** The line on which the crowns stand, by the distance from the midline: an ellipse that opens to the back. */
function archLine(jaw: Jaw, distance: number) {
  const [half, depth] = jaw === 'upper' ? [29, 46] : [27, 42];
  const step = 0.01;
  let [angle, gone] = [0, 0];
  while (gone < Math.abs(distance)) {
    gone += Math.hypot(half * Math.cos(angle), depth * Math.sin(angle)) * step;
    angle += step;
  }
  const side = Math.sign(distance) || 1;
  const outX = Math.sin(angle) / half;
  const outY = Math.cos(angle) / depth;
  const length = Math.hypot(outX, outY);
  return {
    x: side * half * Math.sin(angle),
    y: depth * Math.cos(angle),
    outX: (side * outX) / length,
    outY: outY / length,
  };
}

/** Height of the biting surface at a point of the crown, in shares of its half-widths: cusps, an edge, a fissure. */
function relief(place: number, u: number, v: number): number {
  if (place < 2) return 1 - 0.9 * Math.max(0, -v) ** 1.4 - 0.06 * u * u;
  if (place === 2) return 1 - 0.42 * Math.abs(u) ** 1.3 - 0.7 * Math.max(0, -v);
  const cusps: readonly (readonly [number, number])[] =
    place < 5
      ? [
          [0, 0.5],
          [0, -0.5],
        ]
      : [
          [0.5, 0.5],
          [-0.5, 0.5],
          [0.5, -0.5],
          [-0.5, -0.5],
        ];
  const nearest = Math.min(...cusps.map(([a, b]) => (u - a) ** 2 + (v - b) ** 2));
  return 0.98 - 0.36 * Math.min(0.5, nearest) - 0.1 * Math.exp(-((v / 0.16) ** 2));
}

/** Rings of points from the neck to the middle of the biting surface; +z is towards the other jaw. */
function crown(jaw: Jaw, place: number): Point[][] {
  const [md, bl, tall] = crowns[jaw][place] ?? [7, 8, 8];
  const wall = Math.round(rings * 0.55);
  const power = place < 3 ? 2.3 : 3;
  return Array.from({ length: rings + 1 }, (_, i) =>
    Array.from({ length: around }, (_, j) => {
      const angle = (j / around) * Math.PI * 2;
      const [c, s] = [Math.cos(angle), Math.sin(angle)];
      const round = (Math.abs(c) ** power + Math.abs(s) ** power) ** (-1 / power);
      if (i <= wall) {
        const t = i / wall;
        const bulge = 0.8 + 0.2 * Math.sin(Math.min(1, t * 1.15) * Math.PI * 0.5);
        const thin = place < 3 ? 1 - 0.55 * t ** 1.6 : 1 - 0.08 * t;
        return [
          (c * round * md * bulge) / 2,
          (s * round * bl * bulge * thin) / 2,
          tall * 0.72 * t - 1.4 * (1 - t),
        ] as const;
      }
      const rho = 1 - (i - wall) / (rings - wall);
      const thin = place < 3 ? 0.45 : 0.92;
      const [u, v] = [c * round * rho, s * round * rho];
      const dome = (1 - rho ** 3) ** 0.6;
      return [(u * md) / 2, (v * bl * thin) / 2, tall * (0.72 + 0.28 * relief(place, u, v) * dome)] as const;
    }),
  );
}

/** A closed skin over rings of equally many points. */
function skin(put: (a: Point, b: Point, c: Point) => void, loops: readonly (readonly Point[])[]): void {
  for (let i = 1; i < loops.length; i++) {
    const [below, above] = [loops[i - 1] ?? [], loops[i] ?? []];
    for (let j = 0; j < below.length; j++) {
      const [a, b, c, d] = [below[j], below[(j + 1) % below.length], above[(j + 1) % above.length], above[j]];
      if (!a || !b || !c || !d) continue;
      put(a, b, c);
      put(a, c, d);
    }
  }
}

/** A cross-section of gum and base: outwards, upwards. */
const section: readonly (readonly [number, number])[] = [
  [-3.2, 1.2],
  [-5, -2],
  [-6.4, -7],
  [-6.4, -12],
  [0, -12],
  [6.2, -12],
  [6.2, -7],
  [5, -2],
  [3.4, 1.2],
  [0, 2],
];

function gum(jaw: Jaw): Point[][] {
  const length = crowns[jaw].reduce((sum, [md]) => sum + md, 0) + 4;
  return Array.from({ length: alongGum + 1 }, (_, i) => {
    const distance = ((i / alongGum) * 2 - 1) * length;
    const at = archLine(jaw, distance);
    const swell = 1 + 0.14 * Math.min(1, Math.abs(distance) / 40) + 0.05 * Math.cos(distance * 0.9);
    const end = i === 0 || i === alongGum ? 0.02 : 1;
    return section.map(
      ([out, up]) => [at.x + at.outX * out * swell * end, at.y + at.outY * out * swell * end, up] as const,
    );
  });
}

/** The model of one jaw; `variant` 0 to 2 is another patient's crowding. */
export function jawModel(jaw: Jaw, variant: number): Triangles {
  const numbers: number[] = [];
  // The lower jaw bites upwards, the upper one downwards: mirrored, its triangles turn round as well.
  const flip = jaw === 'upper' ? -1 : 1;
  const put = (a: Point, b: Point, c: Point) => {
    for (const [x, y, z] of flip < 0 ? [a, c, b] : [a, b, c]) numbers.push(x, y, z * flip);
  };
  skin(put, gum(jaw));
  for (const side of [1, -1] as const) {
    let along = 0;
    for (const [place, [md]] of crowns[jaw].entries()) {
      const { out, turn } = misfit(variant, jaw, side, place);
      const at = archLine(jaw, side * (along + md / 2));
      const angle = Math.atan2(at.outX, at.outY) + (turn * Math.PI) / 180;
      const [c, s] = [Math.cos(angle), Math.sin(angle)];
      const place3 = ([x, y, z]: Point): Point => [
        at.x + at.outX * out + x * c + y * s,
        at.y + at.outY * out - x * s + y * c,
        z + 0.6,
      ];
      skin(
        put,
        crown(jaw, place).map(loop => loop.map(place3)),
      );
      along += md;
    }
  }
  return Float32Array.from(numbers);
}
