import { beforeEach, describe, expect, it } from 'vitest';
import { GONE } from '#events/analysis/track.ts';
import { Status } from '#events/case/status.ts';
import { layoutMap } from './map-layout.ts';
import { createReplayScene, edgeMotionMs, type ReplayScene, seatMotionMs } from './scene.ts';
import { maxDotsPerDisc } from './sunflower.ts';
import { createTestTrack } from './testing.ts';

const map = layoutMap(1392);
const all = (count: number, status: number) => new Uint8Array(count).fill(status);
const numbered = (count: number) => Float64Array.from({ length: count }, (_, i) => i * 1000);
const discOf = (status: Status) => {
  const station = map.stations.get(status);
  if (!station) throw new Error('no station');
  return station;
};

type Dot = { x: number; y: number; flying: boolean; bundle: number };
function dotsOf(scene: ReplayScene, now = 0): Map<number, Dot> {
  const dots = new Map<number, Dot>();
  scene.visit(now, (x, y, i, flying, bundle) => dots.set(i, { x, y, flying, bundle }));
  return dots;
}

let scene: ReplayScene;
beforeEach(() => {
  scene = createReplayScene(400);
  scene.resize(map);
  scene.reset(all(400, Status.PlanAwaitingDoctor), numbered(400), null);
});

describe('a queue at rest', () => {
  it('seats each case in its disc, the longest waiting at the centre', () => {
    const { x, y, radius } = discOf(Status.PlanAwaitingDoctor);
    const dots = [...dotsOf(scene)];
    expect(dots.length).toBe(400);
    const distances = dots.map(([i, dot]) => ({ i, distance: Math.hypot(dot.x - x, dot.y - y) }));
    for (const { distance } of distances) expect(distance).toBeLessThan(radius);
    expect(distances.toSorted((a, b) => a.distance - b.distance)[0]?.i).toBe(0);
  });

  it('bundles more cases than the disc has seats', () => {
    const many = createReplayScene(maxDotsPerDisc + 500);
    many.resize(map);
    many.reset(all(maxDotsPerDisc + 500, Status.Completed), numbered(maxDotsPerDisc + 500), null);
    const dots = [...dotsOf(many).values()];
    expect(dots.length).toBe((maxDotsPerDisc + 500) / 10);
    expect(dots.every(({ bundle }) => bundle === 10)).toBe(true);
  });
});

describe('a move', () => {
  it('flies along the edge and arrives at the rim of the other queue', () => {
    scene.move(7, Status.PrepareProduction, 500_000, 1000);
    const [start, half, end] = [1000, 1000 + edgeMotionMs / 2, 1000 + edgeMotionMs].map(now =>
      dotsOf(scene, now).get(7),
    );
    const [a, b] = [discOf(Status.PlanAwaitingDoctor), discOf(Status.PrepareProduction)];
    expect(Math.hypot((start?.x ?? 0) - a.x, (start?.y ?? 0) - a.y)).toBeLessThan(a.radius);
    expect(half?.flying).toBe(true);
    expect(half?.x).toBeGreaterThan(a.x);
    expect(half?.x).toBeLessThan(b.x);
    expect(Math.hypot((end?.x ?? 0) - b.x, (end?.y ?? 0) - b.y)).toBeLessThan(b.radius);
  });

  it('closes the gap from outside, and everybody keeps a seat of their own', () => {
    for (const i of [0, 3, 399, 120]) scene.move(i, Status.PrepareProduction, 500_000, null);
    const seats = [...scene.seating.members(Status.PlanAwaitingDoctor).subarray(0, 396)];
    expect(new Set(seats).size).toBe(396);
    for (const [seat, i] of seats.entries()) expect(scene.seating.seatOf[i]).toBe(seat);
  });

  it('closes the gap in a queue that is bundled', () => {
    const many = createReplayScene(maxDotsPerDisc + 500);
    many.resize(map);
    many.reset(all(maxDotsPerDisc + 500, Status.AllSent), numbered(maxDotsPerDisc + 500), null);
    for (let seat = maxDotsPerDisc - 1; seat >= 0; seat -= 13)
      many.move(many.seating.members(Status.AllSent)[seat] ?? 0, Status.Completed, 1, null);
    const left = many.seating.count(Status.AllSent);
    expect(new Set(many.seating.members(Status.AllSent).subarray(0, left)).size).toBe(left);
  });

  it('rests once all dots have arrived', () => {
    scene.move(7, Status.PrepareProduction, 500_000, 1000);
    expect(scene.moves(1000)).toBe(true);
    expect(scene.moves(1000 + Math.max(edgeMotionMs, seatMotionMs))).toBe(false);
  });

  it('is there at once without motion', () => {
    scene.move(7, Status.PrepareProduction, 500_000, null);
    expect(dotsOf(scene, 0).get(7)).toMatchObject({ flying: false });
  });
});

describe('a played track', () => {
  it('shows at any moment the counts and waits that the track has', () => {
    const track = createTestTrack(300, 9000, 30);
    const played = createReplayScene(track.caseIds.length);
    played.resize(map);
    const { times, caseIndexes, tos } = track.moves(0, track.moveCount);
    for (let i = 0; i < track.moveCount; i++) {
      played.move(caseIndexes[i] ?? 0, tos[i] ?? GONE, times[i] ?? 0, i);
      if (i % 1000 !== 999) continue;
      const at = times[i] ?? 0;
      if (times[i + 1] === at) continue;
      const counts = track.countsAt(at);
      for (const status of map.stations.keys()) expect(played.seating.count(status)).toBe(counts[status]);
      expect([...played.seating.since]).toEqual(
        [...track.sinceAt(at)].map(one => (Number.isNaN(one) ? 0 : one)),
      );
    }
  });
});
