/** The marks' shapes as numbers and paths: the chart on screen and the one on paper draw the same. Lengths in mm. */

import { sizeOf } from '#events/tooth/curves.ts';
import { arch, type Fdi } from '#events/tooth/fdi.ts';
import type { Ipr } from '#events/tooth/marks.ts';
import type { Spot, ToothPlace } from './layout.ts';

/** A rectangle with round corners. */
export type Box = { x: number; y: number; width: number; height: number; rx: number };

/** A closed lock, in the middle of the occlusal view. */
export const LOCK = {
  scale: 0.74,
  body: { x: -1.7, y: -0.6, width: 3.4, height: 2.7, rx: 0.45 },
  bow: 'M-1.05-.6v-.75a1.05 1.05 0 0 1 2.1 0v.75',
} as const;

/** An attachment crossed out, on the cheek side. */
export const NO_ATTACHMENT = {
  rimScale: 0.8,
  body: { x: -1, y: -1.7, width: 2, height: 3.4, rx: 0.3 },
  slash: 'M-2.1 2.1L2.1-2.1',
} as const;

const towardsRoot = (tooth: Fdi) => (arch(tooth) === 'upper' ? -1 : 1);

/**
 * Where a mark of the crown's cheek side stands: half way up the crown, or on the rim in the arch view, `out` mm from
 * the spot once turned by `angle` degrees.
 */
export type Cheek = Spot & { angle: number; out: number; rim: boolean };

export function cheekOf(tooth: Fdi, place: ToothPlace): Cheek {
  const { crown, depth } = sizeOf(tooth);
  const away = towardsRoot(tooth);
  if (!place.side) return { ...place.top, out: away * (depth / 2 - 0.1), rim: true };
  const { x, y } = place.side;
  return { x, y: y + away * crown * 0.52, angle: 0, out: 0, rim: false };
}

/** Two brackets and the width between them, across the occlusal view. */
export function spacePath(tooth: Fdi): string {
  const { width, depth } = sizeOf(tooth);
  const half = width / 2 + 0.1;
  const inner = half - 0.8;
  const y = -towardsRoot(tooth) * (depth / 2 + 1);
  return `M${-half} -5.6v11.2M${half} -5.6v11.2M${-inner} ${y}H${inner}M${inner - 0.9} ${y - 0.8}l.9 .8l-.9 .8M${-inner + 0.9} ${y - 0.8}l-.9 .8l.9 .8`;
}

/** '0.2', always one decimal; thirds of tenths are never offered. */
export const amountText = (mm: number): string => mm.toFixed(1);

/** What stands at an IPR tick; an open amount shows no number. */
export const tickText = ({ mm }: Ipr): string => (mm === undefined ? 'IPR' : amountText(mm));
