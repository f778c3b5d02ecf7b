/**
 * Puts the teeth of an arch in order along the arch's curve, seen from above, with their distances and
 * directions.
 */
import type { Vec3 } from '#events/plan/pose.ts';

export type ToothOnArch = {
  /** Index of the tooth in the input list. */
  at: number;
  /** Distance along the arch from the midline in mm, positive to the patient's left. */
  along: number;
  /** Unit vector along the arch, from the patient's right to the left. */
  tangent: Vec3;
};

/** Distance along the arch in mm within which neighbours influence a tooth's direction: about one tooth and a half. */
const reach = 10;

/** Fits a + b·s + c·s² by weighted least squares and returns the slope b at s = 0. */
function slope(s: readonly number[], value: readonly number[], weight: readonly number[]): number {
  const sum = (power: number, list?: readonly number[]) =>
    s.reduce((all, x, i) => all + (weight[i] as number) * x ** power * (list ? (list[i] as number) : 1), 0);
  const [m0, m1, m2, m3, m4] = [sum(0), sum(1), sum(2), sum(3), sum(4)];
  const [r0, r1, r2] = [sum(0, value), sum(1, value), sum(2, value)];
  const bent = m0 * (m2 * m4 - m3 * m3) - m1 * (m1 * m4 - m2 * m3) + m2 * (m1 * m3 - m2 * m2);
  // Two teeth, or three in a line, allow a straight line only.
  if (s.length < 3 || bent <= 1e-9 * m0 * m2 * m4) return (m0 * r1 - m1 * r0) / (m0 * m2 - m1 * m1 || 1);
  return (m0 * (r1 * m4 - r2 * m3) - r0 * (m1 * m4 - m2 * m3) + m2 * (m1 * r2 - m2 * r1)) / bent;
}

/**
 * Sorts the teeth of an arch along its curve.
 * @param centres of the teeth in world coordinates, mm (x to the patient's left, z to the front)
 * @returns one entry a tooth, from the patient's right to the left
 */
export function orderTeethAlongArch(centres: readonly Vec3[]): ToothOnArch[] {
  const xs = centres.map(([x]) => x);
  const zs = centres.map(([, , z]) => z);
  const [left, right, front, back] = [Math.max(...xs), Math.min(...xs), Math.max(...zs), Math.min(...zs)];
  const middle = (left + right) / 2;
  const behind = front - Math.max((left - right) / 2, 0.8 * (front - back), 1);
  const angle = ([x, , z]: Vec3) => Math.atan2(x - middle, z - behind);
  const order = centres
    .map((centre, at) => ({ centre, at }))
    .sort((a, b) => angle(a.centre) - angle(b.centre));
  const along = [0];
  for (let i = 1; i < order.length; i++) {
    const [a, b] = [order[i - 1]?.centre ?? [0, 0, 0], order[i]?.centre ?? [0, 0, 0]];
    along.push((along[i - 1] as number) + Math.hypot(b[0] - a[0], b[2] - a[2]));
  }
  const zero = midlineOf(
    order.map(({ centre }) => centre[0] - middle),
    along,
  );
  return order.map(({ at }, i) => {
    const s = along.map(place => place - (along[i] as number));
    const weight = s.map(x => Math.exp(-((x / reach) ** 2)));
    const dx = slope(
      s,
      order.map(({ centre }) => centre[0]),
      weight,
    );
    const dz = slope(
      s,
      order.map(({ centre }) => centre[2]),
      weight,
    );
    const length = Math.hypot(dx, dz);
    return {
      at,
      along: (along[i] as number) - zero,
      tangent: length > 0 ? [dx / length, 0, dz / length] : [1, 0, 0],
    };
  });
}

/** Returns the distance along the arch at which x changes its sign. */
function midlineOf(xs: readonly number[], along: readonly number[]): number {
  const next = xs.findIndex(x => x >= 0);
  if (next <= 0) return along[0] ?? 0;
  const [before, after] = [xs[next - 1] as number, xs[next] as number];
  const share = after - before > 0 ? -before / (after - before) : 0;
  return (along[next - 1] as number) + share * ((along[next] as number) - (along[next - 1] as number));
}
