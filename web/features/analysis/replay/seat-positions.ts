/** The positions of a queue's seats on the map. */
import { isStatus } from '#events/case/status.ts';
import type { MapPoint } from './dot-motions.ts';
import type { MapLayout, Station } from './map-layout.ts';
import { casesPerDot, maxDotsPerDisc, seatOffsets } from './sunflower.ts';

/** Share of the disc that seats fill. */
const filled = 0.95;

/**
 * Largest distance between neighbouring seats in CSS px, the same for all queues, so that their areas can be compared.
 * Larger for few cases, whose dots would otherwise be hard to see.
 */
export const widestSpacing = (cases: number): number => Math.max(4.2, Math.min(8, 90 / Math.sqrt(cases + 1)));

/** The map and the largest spacing of its seats. */
export type SeatLayoutInput = { map: MapLayout | null; widest: number };

const stationIn = (map: MapLayout | null, status: number): Station | undefined =>
  isStatus(status) ? map?.stations.get(status) : undefined;

/** Distance unit of the seats of a queue: smaller than usual once the disc is full. */
export function seatSpacing({ map, widest }: SeatLayoutInput, status: number, count: number): number {
  const radius = stationIn(map, status)?.radius ?? 0;
  const marks = Math.ceil(count / casesPerDot(count));
  return Math.min(widest, (radius * filled) / Math.sqrt(Math.max(1, marks)));
}

/** Writes the position of a seat into `point`. Seats of one bundle are at the same position. */
export function seatPosition(
  plan: SeatLayoutInput,
  { status, seat, count }: { status: number; seat: number; count: number },
  point: MapPoint,
): void {
  const station = stationIn(plan.map, status);
  const spacing = seatSpacing(plan, status, count);
  const mark = Math.min(maxDotsPerDisc - 1, Math.floor(seat / casesPerDot(count)));
  point.x = (station?.x ?? 0) + spacing * (seatOffsets[2 * mark] ?? 0);
  point.y = (station?.y ?? 0) + spacing * (seatOffsets[2 * mark + 1] ?? 0);
}
