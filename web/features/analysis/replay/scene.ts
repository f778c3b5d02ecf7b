/**
 * The positions of all dots: at their seats, or on the way to them. Has no canvas and no clock: `now` is the time of
 * the frame in ms. Positions are in CSS px of the map.
 */
import { GONE } from '#events/analysis/track.ts';
import { createDotMotions, type DotMotions, type MapPoint } from './dot-motions.ts';
import { edgeKey, stationCode } from './map-edges.ts';
import type { MapLayout } from './map-layout.ts';
import { type SeatLayoutInput, seatPosition, seatSpacing, widestSpacing } from './seat-positions.ts';
import { createSeating, type Seating } from './seating.ts';
import { casesPerDot } from './sunflower.ts';

/** Durations in ms: along an edge; and within a queue, or to the seat after a jump. */
export const edgeMotionMs = 900;
export const seatMotionMs = 320;
/** Duration of the flight that the trail behind a dot covers, ms. */
const trailMs = 70;

/**
 * @param flying whether the dot is on an edge of the map, not within its queue
 * @param bundle number of cases that the dot represents
 */
type VisitDot = (x: number, y: number, caseIndex: number, flying: boolean, bundle: number) => void;
type VisitTrail = (x0: number, y0: number, x1: number, y1: number, caseIndex: number) => void;

export type ReplayScene = {
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
  visitTrails(now: number, visit: VisitTrail): void;
  /** Largest distance unit of seats: the radius of flying dots follows from it. */
  widest: number;
  /** Distance unit of the seats of a queue; the radius of its dots follows from it. */
  spacing(status: number): number;
};

/**
 * The state that the functions of a scene share. Positions are written into `point`, so that a frame allocates nothing.
 */
type Parts = SeatLayoutInput & { seating: Seating; motions: DotMotions; point: MapPoint };

/** Writes the position of a case at a time into `point`. */
function locate(parts: Parts, caseIndex: number, now: number): void {
  const { seating, motions, point } = parts;
  const status = seating.statusOf[caseIndex] ?? GONE;
  seatPosition(parts, { status, seat: seating.seatOf[caseIndex] ?? 0, count: seating.count(status) }, point);
  motions.place(caseIndex, point, now);
}

function glideAll(parts: Parts, now: number): void {
  const { statusOf } = parts.seating;
  for (let i = 0; i < statusOf.length; i++) {
    if (statusOf[i] === GONE) continue;
    locate(parts, i, now);
    parts.motions.launch(i, parts.point, { now, ms: seatMotionMs }, null);
  }
}

/** Visits the dots at rest. In a long queue there is one dot for each bundle of cases. */
function visitSeats(parts: Parts, visit: VisitDot): void {
  const { seating, motions, map, point } = parts;
  for (const status of map?.stations.keys() ?? []) {
    const count = seating.count(status);
    const members = seating.members(status);
    const bundle = casesPerDot(count);
    for (let seat = 0; seat < count; seat += bundle) {
      const i = members[seat] ?? 0;
      if (motions.has(i) && (bundle === 1 || motions.flies(i))) continue;
      seatPosition(parts, { status, seat, count }, point);
      visit(point.x, point.y, i, false, bundle);
    }
  }
}

function visitMoving(parts: Parts, now: number, visit: VisitDot): void {
  const { seating, motions, point } = parts;
  for (const i of motions.all()) {
    const status = seating.statusOf[i] ?? GONE;
    const flying = motions.flies(i);
    // In a bundled queue single cases have no dot.
    if (status === GONE || (!flying && casesPerDot(seating.count(status)) > 1)) motions.end(i);
    else {
      locate(parts, i, now);
      visit(point.x, point.y, i, flying, 1);
    }
  }
}

function visitTrails(parts: Parts, now: number, visit: VisitTrail): void {
  const { motions, point } = parts;
  for (const i of motions.all()) {
    if (!motions.flies(i)) continue;
    locate(parts, i, Math.max(motions.began(i), now - trailMs));
    const [x0, y0] = [point.x, point.y];
    locate(parts, i, now);
    visit(x0, y0, point.x, point.y, i);
  }
}

function moveCase(
  parts: Parts,
  caseIndex: number,
  to: { status: number; at: number },
  now: number | null,
): void {
  const { seating, motions, map, point } = parts;
  const curve = map?.curves.get(edgeKey(seating.statusOf[caseIndex] ?? GONE, stationCode(to.status))) ?? null;
  seating.move(caseIndex, to.status, to.at, leaver => {
    if (now === null) return;
    const flies = leaver === caseIndex;
    // A dot that is still flying to the queue keeps flying, because its target moves with its seat.
    if (!flies && motions.flies(leaver)) return;
    locate(parts, leaver, now);
    motions.launch(leaver, point, { now, ms: flies ? edgeMotionMs : seatMotionMs }, flies ? curve : null);
  });
}

/** @param cases number of cases of the track */
export function createReplayScene(cases: number): ReplayScene {
  const parts: Parts = {
    seating: createSeating(cases, stationCode),
    motions: createDotMotions(cases),
    map: null,
    widest: widestSpacing(cases),
    point: { x: 0, y: 0 },
  };
  const { seating, motions } = parts;
  return {
    seating,
    widest: parts.widest,
    layout: () => parts.map,
    resize: layout => {
      parts.map = layout;
      motions.clear();
    },
    moves: motions.last,
    reset: (statuses, since, glideFrom) => {
      if (glideFrom === null) motions.clear();
      else glideAll(parts, glideFrom);
      seating.reset(statuses, since);
    },
    move: (caseIndex, status, at, flyFrom) => moveCase(parts, caseIndex, { status, at }, flyFrom),
    visit: (now, visit) => {
      visitSeats(parts, visit);
      visitMoving(parts, now, visit);
    },
    visitTrails: (now, visit) => visitTrails(parts, now, visit),
    spacing: status => seatSpacing(parts, status, seating.count(status)),
  };
}
