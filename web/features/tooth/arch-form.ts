/** Where the teeth stand on their arch: y = A·x⁶ + B·x², close to the beta curve. Shared with the 3D demo. */
import { type Arch, arch, type Fdi, isRight, position, toothAt } from '#events/tooth/fdi.ts';
import { sizeOf } from './curves.ts';

const FORM: Record<Arch, readonly [a: number, b: number]> = {
  upper: [2.05e-8, 0.0292],
  lower: [3.1e-8, 0.0312],
};
const STEP = 0.02;

/** Depth of the arch (mm behind the incisors) at x mm from the midline. */
export function archDepth(row: Arch, x: number): number {
  const [a, b] = FORM[row];
  return a * x ** 6 + b * x * x;
}

/** Slope of the arch line at x. */
export function archSlope(row: Arch, x: number): number {
  const [a, b] = FORM[row];
  return 6 * a * x ** 5 + 2 * b * x;
}

/** x at which the arch line is `length` mm long, measured from the midline. */
export function archWalk(row: Arch, length: number): number {
  let x = 0;
  for (let walked = 0; walked < length; x += STEP) walked += STEP * Math.hypot(1, archSlope(row, x));
  return x;
}

/** x: mm from the midline, the patient's right negative; depth: mm behind the incisors; angle in radians. */
export type ArchPlace = { x: number; depth: number; angle: number };

function stand(tooth: Fdi, gap: number): ArchPlace {
  const row = arch(tooth);
  let length = sizeOf(tooth).width / 2;
  for (let i = 1; i < position(tooth); i++) {
    const nearer = toothAt(row, 7 + i); // the left half's teeth: 21, 22 … or 31, 32 …
    if (nearer) length += sizeOf(nearer).width + gap;
  }
  const x = archWalk(row, length);
  const side = isRight(tooth) ? -1 : 1;
  return { x: side * x, depth: archDepth(row, x), angle: side * Math.atan(archSlope(row, x)) };
}

const stood = new Map<string, ArchPlace>();

/** A tooth's place on the ideal arch, its neighbours touching with `gap` mm between them. */
export function placeOf(tooth: Fdi, gap = 0.12): ArchPlace {
  const key = `${tooth} ${gap}`;
  const known = stood.get(key);
  if (known) return known;
  const place = stand(tooth, gap);
  stood.set(key, place);
  return place;
}
