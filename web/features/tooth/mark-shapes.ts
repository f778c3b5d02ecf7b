/** The marks' shapes as numbers and paths, shared by the chart on screen and on paper. Lengths in mm. */

import { toothSizeOf } from '#events/tooth/curves.ts';
import { archOf, type Fdi } from '#events/tooth/fdi.ts';
import type { IprMark } from '#events/tooth/marks.ts';
import type { ChartPoint, ToothPlace } from './layout.ts';

/** A rectangle with rounded corners. */
export type RoundedRect = { x: number; y: number; width: number; height: number; rx: number };

/** A closed lock, in the middle of the occlusal view. */
export const LOCK_SHAPE = {
  scale: 0.74,
  body: { x: -1.7, y: -0.6, width: 3.4, height: 2.7, rx: 0.45 },
  bow: 'M-1.05-.6v-.75a1.05 1.05 0 0 1 2.1 0v.75',
} as const;

/** A crossed-out attachment, on the buccal side. */
export const NO_ATTACHMENT_SHAPE = {
  rimScale: 0.8,
  body: { x: -1, y: -1.7, width: 2, height: 3.4, rx: 0.3 },
  slash: 'M-2.1 2.1L2.1-2.1',
} as const;

const towardsRoot = (tooth: Fdi) => (archOf(tooth) === 'upper' ? -1 : 1);

/**
 * Position of a mark on the buccal side: at half crown height, or on the rim in the arch view. `out` is in mm
 * from the spot after rotation by `angle` degrees.
 */
export type BuccalPlacement = ChartPoint & { angle: number; out: number; rim: boolean };

export function buccalPlacement(tooth: Fdi, place: ToothPlace): BuccalPlacement {
  const { crown, depth } = toothSizeOf(tooth);
  const away = towardsRoot(tooth);
  if (!place.side) return { ...place.top, out: away * (depth / 2 - 0.1), rim: true };
  const { x, y } = place.side;
  return { x, y: y + away * crown * 0.52, angle: 0, out: 0, rim: false };
}

/** Two brackets with the reserved width between them, across the occlusal view. */
export function reservedSpacePath(tooth: Fdi): string {
  const { width, depth } = toothSizeOf(tooth);
  const half = width / 2 + 0.1;
  const inner = half - 0.8;
  const y = -towardsRoot(tooth) * (depth / 2 + 1);
  return `M${-half} -5.6v11.2M${half} -5.6v11.2M${-inner} ${y}H${inner}M${inner - 0.9} ${y - 0.8}l.9 .8l-.9 .8M${-inner + 0.9} ${y - 0.8}l-.9 .8l.9 .8`;
}

/** '0.2', always with one decimal. */
export const iprAmountText = (mm: number): string => mm.toFixed(1);

/** Text of an IPR tick; an unspecified amount shows no number. */
export const iprTickText = ({ mm }: IprMark): string => (mm === undefined ? 'IPR' : iprAmountText(mm));
