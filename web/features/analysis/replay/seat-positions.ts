/** Where the seats of a queue are on the map. */
import { isStatus } from '#events/case/status.ts';
import type { MapLayout, Station } from './map-layout.ts';
import type { Point } from './motions.ts';
import { bundleSize, mostDots, seats } from './sunflower.ts';

/** Largest unit of distance between seats in CSS px, and the share of the disc that seats fill. */
const widestSpacing = 4.2;
const filled = 0.95;

const stationIn = (map: MapLayout | null, status: number): Station | undefined =>
  isStatus(status) ? map?.stations.get(status) : undefined;

/** Distance unit of the seats of a queue: smaller than usual once the disc is full. */
export function seatSpacing(map: MapLayout | null, status: number, count: number): number {
  const radius = stationIn(map, status)?.radius ?? 0;
  const marks = Math.ceil(count / bundleSize(count));
  return Math.min(widestSpacing, (radius * filled) / Math.sqrt(Math.max(1, marks)));
}

/** Writes the position of a seat into `point`. Seats of one bundle are at the same position. */
export function seatPosition(
  map: MapLayout | null,
  { status, seat, count }: { status: number; seat: number; count: number },
  point: Point,
): void {
  const station = stationIn(map, status);
  const spacing = seatSpacing(map, status, count);
  const mark = Math.min(mostDots - 1, Math.floor(seat / bundleSize(count)));
  point.x = (station?.x ?? 0) + spacing * (seats[2 * mark] ?? 0);
  point.y = (station?.y ?? 0) + spacing * (seats[2 * mark + 1] ?? 0);
}
