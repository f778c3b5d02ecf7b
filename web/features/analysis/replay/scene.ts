/**
 * Where each dot is drawn: at its seat, or on the way to it. Holds no canvas and no clock: `now` is the time of the
 * frame in ms, positions are CSS px of the map.
 */
import { GONE } from '#events/analysis/track.ts';
import { isStatus } from '#events/case/status.ts';
import { edgeKey, stationCode } from './map-edges.ts';
import type { Curve, MapLayout } from './map-layout.ts';
import { createSeating, type Seating } from './seating.ts';
import { bundleSize, mostDots, seats } from './sunflower.ts';

/** Largest distance unit between seats, and the share of the disc that seats fill. */
const widestSpacing = 4.2;
const filled = 0.95;

/** Times of motion in ms: along an edge; within a queue, or to the place after a jump. */
export const flightMs = 900;
export const glideMs = 320;
/** Length of the trail behind a flying dot, as time. */
const trailMs = 70;

/** @param flying on an edge of the map, not within its queue @param bundle cases that the mark stands for */
export type VisitDot = (x: number, y: number, caseIndex: number, flying: boolean, bundle: number) => void;

export type Scene = {
  seating: Seating;
  resize(layout: MapLayout): void;
  layout(): MapLayout | null;
  /** Whether a dot is still on its way at a time. */
  moves(now: number): boolean;
  /** Shows a state. `glideFrom`: time of the frame from which dots glide to their seats; null to put them there. */
  reset(statuses: ArrayLike<number>, since: ArrayLike<number>, glideFrom: number | null): void;
  /** Moves a case. `flyFrom`: time of the frame at which it leaves; null to put it there. */
  move(caseIndex: number, to: number, at: number, flyFrom: number | null): void;
  /** Calls `visit` for every dot, those in motion last. */
  visit(now: number, visit: VisitDot): void;
  /** Calls `visit` with a short stretch of the way behind each dot that flies along an edge. */
  visitTrails(now: number, visit: (x0: number, y0: number, x1: number, y1: number, caseIndex: number) => void): void;
  /** Distance unit of the seats of a queue; the radius of its dots follows from it. */
  spacing(status: number): number;
};

/** Slow at both ends. */
const ease = (share: number): number => (share < 0.5 ? 2 * share * share : 1 - 2 * (1 - share) ** 2);

/** @param cases number of cases of the track */
export function createScene(cases: number): Scene {
  const seating = createSeating(cases, stationCode);
  const fromX = new Float32Array(cases);
  const fromY = new Float32Array(cases);
  const startedAt = new Float64Array(cases);
  const lasts = new Float32Array(cases);
  const curveOf: (Curve | null)[] = Array.from({ length: cases }, () => null);
  /** Cases in motion. */
  const moving = new Set<number>();
  let map: MapLayout | null = null;
  const point = { x: 0, y: 0 };

  const spacingOf = (status: number, count: number): number => {
    const radius = isStatus(status) ? (map?.stations.get(status)?.radius ?? 0) : 0;
    const marks = Math.ceil(count / bundleSize(count));
    return Math.min(widestSpacing, (radius * filled) / Math.sqrt(Math.max(1, marks)));
  };
  /** Writes the position of a seat into `point`. */
  const seatPoint = (status: number, seat: number, count: number) => {
    const station = isStatus(status) ? map?.stations.get(status) : undefined;
    const spacing = spacingOf(status, count);
    const mark = Math.min(mostDots - 1, Math.floor(seat / bundleSize(count)));
    point.x = (station?.x ?? 0) + spacing * (seats[2 * mark] ?? 0);
    point.y = (station?.y ?? 0) + spacing * (seats[2 * mark + 1] ?? 0);
  };
  /** Writes the position of a case at a time into `point`. Ends its motion once it has arrived. */
  const casePoint = (caseIndex: number, status: number, seat: number, count: number, now: number) => {
    seatPoint(status, seat, count);
    if (!moving.has(caseIndex)) return;
    const share = (now - (startedAt[caseIndex] ?? 0)) / (lasts[caseIndex] ?? 1);
    if (share >= 1) return void moving.delete(caseIndex);
    const t = ease(Math.max(0, share));
    const [x0, y0] = [fromX[caseIndex] ?? 0, fromY[caseIndex] ?? 0];
    const curve = curveOf[caseIndex];
    if (curve) {
      const [a, b, c] = [(1 - t) ** 2, 2 * t * (1 - t), t * t];
      point.x = a * x0 + b * curve.controlX + c * point.x;
      point.y = a * y0 + b * curve.controlY + c * point.y;
    } else {
      point.x = x0 + t * (point.x - x0);
      point.y = y0 + t * (point.y - y0);
    }
  };
  /** Starts a motion from `point`. */
  const launch = (caseIndex: number, now: number, ms: number, curve: Curve | null) => {
    fromX[caseIndex] = point.x;
    fromY[caseIndex] = point.y;
    startedAt[caseIndex] = now;
    lasts[caseIndex] = ms;
    curveOf[caseIndex] = curve;
    moving.add(caseIndex);
  };

  const glideFromSeats = (now: number) => {
    for (let i = 0; i < cases; i++) {
      const status = seating.statusOf[i] ?? GONE;
      if (status === GONE) continue;
      casePoint(i, status, seating.seatOf[i] ?? 0, seating.count(status), now);
      launch(i, now, glideMs, null);
    }
  };

  return {
    seating,
    resize: layout => {
      map = layout;
      moving.clear();
    },
    layout: () => map,
    moves: now => [...moving].some(i => now < (startedAt[i] ?? 0) + (lasts[i] ?? 0)),
    reset: (statuses, since, glideFrom) => {
      if (glideFrom === null) moving.clear();
      else glideFromSeats(glideFrom);
      seating.reset(statuses, since);
    },
    move: (caseIndex, to, at, flyFrom) => {
      const from = seating.statusOf[caseIndex] ?? GONE;
      const station = stationCode(to);
      const curve = map?.curves.get(edgeKey(from, station)) ?? null;
      seating.move(caseIndex, to, at, (leaver, status, seat, count) => {
        if (flyFrom === null) return;
        const flies = leaver === caseIndex;
        // A dot that still flies in keeps flying: its target moves with its seat.
        if (!flies && moving.has(leaver) && curveOf[leaver]) return;
        casePoint(leaver, status, seat, count, flyFrom);
        launch(leaver, flyFrom, flies ? flightMs : glideMs, flies ? curve : null);
      });
    },
    visit: (now, visit) => {
      for (const status of map?.stations.keys() ?? []) {
        const count = seating.count(status);
        const members = seating.members(status);
        const bundle = bundleSize(count);
        for (let seat = 0; seat < count; seat += bundle) {
          const i = members[seat] ?? 0;
          if (moving.has(i) && (bundle === 1 || curveOf[i])) continue;
          seatPoint(status, seat, count);
          visit(point.x, point.y, i, false, bundle);
        }
      }
      for (const i of moving) {
        const status = seating.statusOf[i] ?? GONE;
        const count = seating.count(status);
        const flying = curveOf[i] !== null;
        if (status === GONE || (!flying && bundleSize(count) > 1)) moving.delete(i);
        else {
          casePoint(i, status, seating.seatOf[i] ?? 0, count, now);
          visit(point.x, point.y, i, flying, 1);
        }
      }
    },
    visitTrails: (now, visit) => {
      for (const i of moving) {
        if (!curveOf[i]) continue;
        const status = seating.statusOf[i] ?? GONE;
        const [seat, count] = [seating.seatOf[i] ?? 0, seating.count(status)];
        const before = Math.max(startedAt[i] ?? 0, now - trailMs);
        casePoint(i, status, seat, count, before);
        const [x0, y0] = [point.x, point.y];
        casePoint(i, status, seat, count, now);
        visit(x0, y0, point.x, point.y, i);
      }
    },
    spacing: status => spacingOf(status, seating.count(status)),
  };
}
