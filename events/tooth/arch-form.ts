/** Positions of teeth on an arch: y = A·x⁶ + B·x², close to the beta curve. Shared with the 3D demo. */

import { toothSizeOf } from './curves.ts';
import { type Arch, archOf, type Fdi, isOnRightSide, positionFromMidline, toothAtColumn } from './fdi.ts';

/** A and B of an arch line, in mm. */
export type ArchForm = readonly [a: number, b: number];

export const ARCH_FORMS: Readonly<Record<Arch, ArchForm>> = {
  upper: [2.05e-8, 0.0292],
  lower: [3.1e-8, 0.0312],
};
const STEP = 0.02;

/** Depth of the arch (mm behind the incisors) at x mm from the midline. */
export function archDepth([a, b]: ArchForm, x: number): number {
  return a * x ** 6 + b * x * x;
}

/** Slope of the arch line at x. */
export function archSlope([a, b]: ArchForm, x: number): number {
  return 6 * a * x ** 5 + 2 * b * x;
}

/** x at which the arch line is `length` mm long, measured from the midline. */
function archWalk(form: ArchForm, length: number): number {
  let x = 0;
  for (let walked = 0; walked < length; x += STEP) walked += STEP * Math.hypot(1, archSlope(form, x));
  return x;
}

/** x: mm from the midline, the patient's right negative; depth: mm behind the incisors; angle in radians. */
export type ArchPlace = { x: number; depth: number; angle: number };

function stand(tooth: Fdi, gap: number, form: ArchForm): ArchPlace {
  const row = archOf(tooth);
  let length = toothSizeOf(tooth).width / 2;
  for (let i = 1; i < positionFromMidline(tooth); i++) {
    const nearer = toothAtColumn(row, 7 + i); // teeth of the patient's left side: 21, 22 … or 31, 32 …
    if (nearer) length += toothSizeOf(nearer).width + gap;
  }
  const x = archWalk(form, length);
  const side = isOnRightSide(tooth) ? -1 : 1;
  return { x: side * x, depth: archDepth(form, x), angle: side * Math.atan(archSlope(form, x)) };
}

const stood = new Map<string, ArchPlace>();

/** A tooth's position on an arch (ideal by default), with `gap` mm between neighbours. */
export function archPlaceOf(tooth: Fdi, gap = 0.12, form = ARCH_FORMS[archOf(tooth)]): ArchPlace {
  const key = `${tooth} ${gap} ${form}`;
  const known = stood.get(key);
  if (known) return known;
  const place = stand(tooth, gap, form);
  stood.set(key, place);
  return place;
}
