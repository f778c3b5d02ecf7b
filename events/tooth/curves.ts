/**
 * The 32 teeth as curves in mm, computed from one table (curve-data.ts) for the chart, the small arch,
 * attachment pictures and the 3D demo. A tooth's own frame: x mesial, y buccal.
 */

import {
  BUCCAL_CURVES,
  OCCLUSAL_CURVES,
  ROOT_SHAPES,
  type RootShape,
  TOOTH_SIZES,
  type UnsidedTooth,
} from './curve-data.ts';
import { archOf, type Fdi, isOnRightSide, positionFromMidline } from './fdi.ts';

export type { UnsidedTooth } from './curve-data.ts';
export type CurvePoint = readonly [x: number, y: number];
export type ToothSize = { width: number; depth: number; crown: number; root: number };

const KINDS: Record<'upper' | 'lower', readonly UnsidedTooth[]> = {
  upper: ['u1', 'u2', 'u3', 'u4', 'u5', 'u6', 'u7', 'u8'],
  lower: ['l1', 'l2', 'l3', 'l4', 'l5', 'l6', 'l7', 'l8'],
};

/** The curve of a tooth, shared by both sides: 14 and 24 are 'u4'. */
export const curveKindOf = (tooth: Fdi): UnsidedTooth =>
  KINDS[archOf(tooth)][positionFromMidline(tooth) - 1] ?? 'u1';

/** Mesiodistal width, buccolingual depth, crown height and root length in mm: textbook means, for display only. */
export function toothSizeOf(tooth: Fdi): ToothSize {
  const [width, depth, crown, root] = TOOTH_SIZES[curveKindOf(tooth)];
  return { width, depth, crown, root };
}

function points(text: string): CurvePoint[] {
  return text
    .trim()
    .split(/\s+/)
    .map(pair => {
      const [x = 0, y = 0] = pair.split(',').map(Number);
      return [x, y];
    });
}

const scaled = (curve: readonly CurvePoint[], x: number, y: number): CurvePoint[] =>
  curve.map(([px, py]) => [px * x, py * y]);

/** Occlusal outline (closed) of a kind, in half-widths: x mesial, y buccal. */
export const occlusalOutline = (kind: UnsidedTooth): CurvePoint[] => points(OCCLUSAL_CURVES[kind][0]);
/** Edges, ridges and fissures (open lines) of a kind, in half-widths. */
export const occlusalLines = (kind: UnsidedTooth): CurvePoint[][] =>
  OCCLUSAL_CURVES[kind][1].split('|').map(points);

const round = (value: number) => Math.round(value * 100) / 100;

/** SVG path of a Catmull-Rom curve through the points, as cubic Béziers; tension 1/6 is the classic curve. */
export function splinePath(curve: readonly CurvePoint[], closed = true, tension = 1 / 6): string {
  const n = curve.length;
  const at = (i: number): CurvePoint =>
    curve[closed ? (i + n) % n : Math.max(0, Math.min(n - 1, i))] ?? [0, 0];
  const [x0, y0] = at(0);
  let path = `M${round(x0)} ${round(y0)}`;
  for (let i = 0; i < (closed ? n : n - 1); i++) {
    const [a, b, c, d] = [at(i - 1), at(i), at(i + 1), at(i + 2)];
    const numbers = [
      b[0] + (c[0] - a[0]) * tension,
      b[1] + (c[1] - a[1]) * tension,
      c[0] - (d[0] - b[0]) * tension,
      c[1] - (d[1] - b[1]) * tension,
      c[0],
      c[1],
    ];
    path += `C${numbers.map(round).join(' ')}`;
  }
  return closed ? `${path}Z` : path;
}

/** Share of a root's length that is drawn, so that a row stays compact. */
const ROOT_SHOWN = 0.78;

function rootCurve([left, right, apex, reach, tip]: RootShape, neck: number, length: number): CurvePoint[] {
  const lean = (apex - (left + right) / 2) * 0.12;
  const shape: CurvePoint[] = [
    [left, 0],
    [left + lean + 0.03, 0.3],
    [left * 0.62 + apex * 0.38, 0.64],
    [apex - tip, reach - 0.05],
    [apex, reach],
    [apex + tip, reach - 0.05],
    [right * 0.62 + apex * 0.38, 0.64],
    [right + lean - 0.03, 0.3],
    [right, 0],
  ];
  return shape.map(([x, share]) => [x, neck + length * share]);
}

/** The crown's buccal outline closed along the neck line, a half ellipse that bulges a tenth towards the root. */
function crownCurve(kind: UnsidedTooth): CurvePoint[] {
  const open = points(BUCCAL_CURVES[kind]).map(([x, y]): CurvePoint => [x, Math.min(y, 0.97)]);
  const neck = Math.abs(open[0]?.[0] ?? 0.7);
  const line = [22, 55, 90, 125, 158].map((degrees): CurvePoint => {
    const turn = (degrees * Math.PI) / 180;
    return [neck * Math.cos(turn), 0.97 + 0.12 * Math.sin(turn)];
  });
  return [...open, ...line];
}

/**
 * SVG paths of a tooth in mm, in screen orientation. Origin of the occlusal view: the tooth's centre. Origin of the buccal
 * view: the middle of the incisal edge; upper crowns extend upwards, lower crowns downwards.
 */
export type ToothSvgPaths = { occlusal: string; fissures: string; crown: string; roots: string[] };

function draw(tooth: Fdi): ToothSvgPaths {
  const kind = curveKindOf(tooth);
  const { width, depth, crown, root } = toothSizeOf(tooth);
  const x = ((isOnRightSide(tooth) ? 1 : -1) * width) / 2; // towards the midline on screen
  const away = archOf(tooth) === 'upper' ? -1 : 1; // from the midline between the rows: buccal, and apical
  const top = (curve: readonly CurvePoint[]) => scaled(curve, x, (away * depth) / 2);
  return {
    occlusal: splinePath(top(occlusalOutline(kind))),
    fissures: occlusalLines(kind)
      .map(line => splinePath(top(line), false))
      .join(''),
    crown: splinePath(scaled(crownCurve(kind), x, away * crown), true, 1 / 6.4),
    roots: ROOT_SHAPES[kind].map(one =>
      splinePath(scaled(rootCurve(one, crown * 0.97, root * ROOT_SHOWN), x, away), true),
    ),
  };
}

const drawn = new Map<Fdi, ToothSvgPaths>();

/** Returns the tooth's paths. Cached. */
export function toothPaths(tooth: Fdi): ToothSvgPaths {
  const known = drawn.get(tooth);
  if (known) return known;
  const paths = draw(tooth);
  drawn.set(tooth, paths);
  return paths;
}
