/** The box in which the map writes the name of a status. All lengths in CSS px. Pure. */
import type { MapLayout, Station } from '../replay/map-layout.ts';

type NameBox = { x: number; y: number; width: number; height: number; isBelow: boolean };

/** Room beside the disc for long names, on each side. */
const besidePx = 12;

/** The name is below the disc in the lowest row, because lines reach those discs from above; otherwise above it. */
export function nameBoxOf({ stations, labelHeight }: MapLayout, { x, y, radius }: Station): NameBox {
  const lowest = Math.max(...[...stations.values()].map(station => station.y));
  const isBelow = y === lowest;
  return {
    x: x - radius - besidePx,
    y: isBelow ? y + radius : y - radius - labelHeight,
    width: 2 * (radius + besidePx),
    height: labelHeight,
    isBelow,
  };
}
