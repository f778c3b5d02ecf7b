/** Smooth functions of one number, used to shape crowns. */

/** Knots of a curve in ascending order: position, and value there. */
export type CurveKnots = readonly (readonly [at: number, value: number])[];

export const lerp = (a: number, b: number, t: number): number => a + (b - a) * t;

/** Returns 0 up to `from`, 1 from `to`, smooth between them. */
export function smoothstep(from: number, to: number, x: number): number {
  const t = Math.min(1, Math.max(0, (x - from) / (to - from)));
  return t * t * (3 - 2 * t);
}

/** A Gaussian hill of height 1 at `at`, 1/e high at a distance of `width`. */
export const gaussian = (x: number, at: number, width: number): number =>
  Math.exp(-(((x - at) / width) ** 2));

const slope = ([x0, y0]: readonly [number, number], [x1, y1]: readonly [number, number]) =>
  (y1 - y0) / (x1 - x0 || 1);

/** Cubic through the knots (Catmull-Rom with uneven steps); constant before the first and after the last. */
export function interpolateCubic(knots: CurveKnots, x: number): number {
  const next = knots.findIndex(([at]) => x <= at);
  const first = knots[0];
  const last = knots[knots.length - 1];
  if (!first || !last) return 0;
  if (next === 0) return first[1];
  if (next < 0) return last[1];
  const a = knots[next - 1] ?? first;
  const b = knots[next] ?? last;
  const step = b[0] - a[0];
  const out = slope(knots[next - 2] ?? a, b) * step;
  const into = slope(a, knots[next + 1] ?? b) * step;
  const t = (x - a[0]) / step;
  const [t2, t3] = [t * t, t * t * t];
  return (2 * t3 - 3 * t2 + 1) * a[1] + (t3 - 2 * t2 + t) * out + (3 * t2 - 2 * t3) * b[1] + (t3 - t2) * into;
}

/** The larger of two, rounded off where they differ by less than `soft`. */
export function smoothMax(a: number, b: number, soft: number): number {
  const blend = Math.max(0, soft - Math.abs(a - b)) / soft;
  return Math.max(a, b) + (blend * blend * soft) / 4;
}

/** The smaller of two, rounded off where they differ by less than `soft`. */
export const smoothMin = (a: number, b: number, soft: number): number => -smoothMax(-a, -b, soft);
