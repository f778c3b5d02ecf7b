/**
 * Positions of all parts of a chart, in mm of its view box: two rows (buccal above occlusal), or both arches.
 */

import { archPlaceOf } from '#events/tooth/arch-form.ts';
import { toothSizeOf } from '#events/tooth/curves.ts';
import {
  type Arch,
  archOf,
  chartColumn,
  type Fdi,
  parseContact,
  TEETH,
  TEETH_BY_ARCH,
} from '#events/tooth/fdi.ts';

export type ChartView = 'rows' | 'arch';
export type ChartPoint = { x: number; y: number };
/** A rectangle rotated by `angle` degrees about its centre (x, y). */
export type HitArea = ChartPoint & { width: number; height: number; angle: number };
export type ToothPlace = {
  /** Centre of the occlusal drawing, rotated by `angle` degrees. */
  top: ChartPoint & { angle: number };
  /** Middle of the edge in the buccal drawing; undefined in the arch view. */
  side?: ChartPoint;
  number: ChartPoint;
  hit: HitArea;
};
/** Both ends of an IPR tick; the amount is at `label`. */
export type ContactPlace = { from: ChartPoint; to: ChartPoint; label: ChartPoint; hit: HitArea };
export type ChartLayout = {
  view: ChartView;
  box: HitArea;
  teeth: ReadonlyMap<Fdi, ToothPlace>;
  /** Undefined for a key that is no pair of teeth of one arch. */
  contact: (key: string) => ContactPlace | undefined;
  /** Ends of the dashed midline, and the positions of R and L. */
  midline: readonly [ChartPoint, ChartPoint];
  sides: readonly [ChartPoint, ChartPoint];
};

const GAP = 0.55;
const MARGIN = 7;
/** 24 px at the chart's minimum width (640 px): lower incisors are 5.85 mm apart. */
const CONTACT_HIT = 5.8;

// Heights of the rows from the top: root, crown edge, occlusal centre, numbers, the line between the arches.
const UPPER_EDGE = 25.2;
const UPPER_TOP = UPPER_EDGE + 8.8;
const UPPER_NUMBER = UPPER_TOP + 9.6;
const BETWEEN = UPPER_NUMBER + 2.7;
const LOWER_NUMBER = BETWEEN + 4.7;
const LOWER_TOP = LOWER_NUMBER + 8;
const LOWER_EDGE = LOWER_TOP + 8.4;
const BOTTOM = LOWER_EDGE + 25.4;

const HEIGHTS: Record<Arch, { edge: number; top: number; number: number; hit: readonly [number, number] }> = {
  upper: { edge: UPPER_EDGE, top: UPPER_TOP, number: UPPER_NUMBER, hit: [0.6, UPPER_NUMBER + 2.1] },
  lower: { edge: LOWER_EDGE, top: LOWER_TOP, number: LOWER_NUMBER, hit: [LOWER_NUMBER - 2.3, BOTTOM - 0.6] },
};

const between = (a: ChartPoint, b: ChartPoint): ChartPoint => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });

function rowPlaces(row: Arch): Array<[Fdi, ToothPlace]> {
  const { edge, top, number, hit } = HEIGHTS[row];
  const half = TEETH_BY_ARCH[row].slice(8).reduce((sum, tooth) => sum + toothSizeOf(tooth).width + GAP, 0);
  let left = -half;
  return TEETH_BY_ARCH[row].map(tooth => {
    const width = toothSizeOf(tooth).width + GAP;
    const x = left + width / 2;
    left += width;
    const [upper, lower] = hit;
    return [
      tooth,
      {
        top: { x, y: top, angle: 0 },
        side: { x, y: edge },
        number: { x, y: number },
        hit: { x, y: (upper + lower) / 2, width, height: lower - upper, angle: 0 },
      },
    ];
  });
}

function rowContact(teeth: ReadonlyMap<Fdi, ToothPlace>, key: string): ContactPlace | undefined {
  const pair = parseContact(key);
  const [a, b] = [pair && teeth.get(pair[0]), pair && teeth.get(pair[1])];
  if (!pair || !a || !b) return undefined;
  const x = (a.top.x + toothSizeOf(pair[0]).width / 2 + b.top.x - toothSizeOf(pair[1]).width / 2) / 2;
  const { y } = a.top;
  const away = archOf(pair[0]) === 'upper' ? -1 : 1;
  // The amount is in the free band between the occlusal row and the crowns.
  return {
    from: { x, y: y - away * 4.9 },
    to: { x, y: y + away * 5 },
    label: { x, y: y + away * 6.6 },
    hit: { x, y: y + away * 1.4, width: CONTACT_HIT, height: 14.4, angle: 0 },
  };
}

function rowsLayout(): ChartLayout {
  const teeth = new Map([...rowPlaces('upper'), ...rowPlaces('lower')]);
  const half = Math.max(...[...teeth.values()].map(place => place.hit.x + place.hit.width / 2));
  const width = 2 * (half + MARGIN);
  return {
    view: 'rows',
    box: { x: 0, y: BOTTOM / 2, width, height: BOTTOM, angle: 0 },
    teeth,
    contact: key => rowContact(teeth, key),
    midline: [
      { x: 0, y: 0 },
      { x: 0, y: BOTTOM },
    ],
    sides: [
      { x: -half - 4.4, y: BETWEEN },
      { x: half + 4.4, y: BETWEEN },
    ],
  };
}

const ARCH_HALF = 48;
const UPPER_FRONT = 9;
const LOWER_FRONT = 131;
const ARCH_HEIGHT = 140;

/** Unit vector from the arch to the buccal side. */
const outwards = (angle: number, row: Arch): ChartPoint => {
  const away = row === 'upper' ? -1 : 1;
  const turn = (angle * Math.PI) / 180;
  return { x: Math.sin(turn) * -away, y: Math.cos(turn) * away };
};

function archPlace(tooth: Fdi): ToothPlace {
  const row = archOf(tooth);
  const { x, depth, angle: turn } = archPlaceOf(tooth);
  const upper = row === 'upper';
  const angle = ((upper ? turn : -turn) * 180) / Math.PI;
  const y = upper ? UPPER_FRONT + depth : LOWER_FRONT - depth;
  const { width, depth: thick } = toothSizeOf(tooth);
  const out = outwards(angle, row);
  const reach = thick / 2 + 4.1;
  return {
    top: { x, y, angle },
    number: { x: x + out.x * reach, y: y + out.y * reach },
    hit: { x: x + out.x * 2.6, y: y + out.y * 2.6, width, height: thick + 6, angle },
  };
}

function archContact(teeth: ReadonlyMap<Fdi, ToothPlace>, key: string): ContactPlace | undefined {
  const pair = parseContact(key);
  const [a, b] = [pair && teeth.get(pair[0]), pair && teeth.get(pair[1])];
  if (!pair || !a || !b) return undefined;
  const middle = between(a.top, b.top);
  const angle = (a.top.angle + b.top.angle) / 2;
  const out = outwards(angle, archOf(pair[0]));
  // The amounts of neighbouring contacts would touch inside the arch: every second one is placed further in.
  const far = chartColumn(pair[0]) % 2 ? 3 : 0;
  const along = (mm: number): ChartPoint => ({ x: middle.x + out.x * mm, y: middle.y + out.y * mm });
  const centre = along(-1.6);
  return {
    from: along(3.4),
    to: along(-5 - far),
    label: along(-6.8 - far),
    hit: { ...centre, width: CONTACT_HIT, height: 12, angle },
  };
}

function archLayout(): ChartLayout {
  const teeth = new Map(TEETH.map(tooth => [tooth, archPlace(tooth)]));
  const middle = ARCH_HEIGHT / 2;
  return {
    view: 'arch',
    box: { x: 0, y: middle, width: 2 * ARCH_HALF, height: ARCH_HEIGHT, angle: 0 },
    teeth,
    contact: key => archContact(teeth, key),
    midline: [
      { x: 0, y: UPPER_FRONT + 18 },
      { x: 0, y: LOWER_FRONT - 18 },
    ],
    sides: [
      { x: -ARCH_HALF + 3, y: middle },
      { x: ARCH_HALF - 3, y: middle },
    ],
  };
}

/** The two chart layouts, computed once. */
export const CHART_LAYOUTS: Readonly<Record<ChartView, ChartLayout>> = {
  rows: rowsLayout(),
  arch: archLayout(),
};

/** `viewBox` of a layout's box. */
export const viewBoxOf = ({ x, y, width, height }: HitArea): string =>
  [x - width / 2, y - height / 2, width, height].map(value => Math.round(value * 100) / 100).join(' ');
