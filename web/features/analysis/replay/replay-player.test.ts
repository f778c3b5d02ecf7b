import { beforeEach, describe, expect, it } from 'vitest';
import { createManualFrames } from '#web/lib/testing/manual-frames.ts';
import { layoutMap } from './map-layout.ts';
import { dayMs, followEnd, type Playhead, seek, stepToMove, togglePlaying } from './playhead.ts';
import { createReplayPlayer, type ReplayPlayer } from './replay-player.ts';
import { createTestTrack, testTrackStart } from './testing.ts';

const track = createTestTrack(200, 6000, 60);
const start: Playhead = { at: testTrackStart, playing: false, speed: '1d', following: false };
let screen: ReturnType<typeof createManualFrames>;
let player: ReplayPlayer;
const open = (still = false) => {
  screen = createManualFrames(still);
  player = createReplayPlayer(screen.frames, track, start);
  player.scene().resize(layoutMap(1392));
};
const countsOf = () =>
  [...layoutMap(1392).stations.keys()].map(status => player.scene().seating.count(status));
const trackCounts = (at: number) => {
  const counts = track.countsAt(at);
  return [...layoutMap(1392).stations.keys()].map(status => counts[status] ?? 0);
};

beforeEach(() => open());

describe('the player', () => {
  it('shows at every frame what the track has at that moment', () => {
    player.change(togglePlaying);
    screen.tick(0);
    for (let i = 0; i < 100; i++) {
      screen.tick(16);
      expect(countsOf()).toEqual(trackCounts(player.head().at));
    }
    expect(player.head().at).toBeCloseTo(testTrackStart + 1.6 * dayMs, -3);
  });

  it('changes what components show five times a second', () => {
    let changes = 0;
    player.onShown(() => changes++);
    player.change(togglePlaying);
    screen.tick(0);
    changes = 0;
    for (let i = 0; i < 100; i++) screen.tick(16);
    expect(changes).toBeGreaterThanOrEqual(7);
    expect(changes).toBeLessThanOrEqual(8);
  });

  it('asks for no more frames once everything rests', () => {
    player.change(togglePlaying);
    screen.tick(0);
    for (let i = 0; i < 20; i++) screen.tick(16);
    player.change(togglePlaying);
    for (let i = 0; i < 100; i++) screen.tick(16);
    expect(screen.isIdle()).toBe(true);
    expect(player.head().playing).toBe(false);
  });

  it('does not make up for the time in which the window was hidden', () => {
    player.change(togglePlaying);
    screen.tick(0);
    screen.tick(60_000);
    expect(player.head().at).toBeLessThanOrEqual(testTrackStart + dayMs);
  });

  it('shows the moment of a jump, although another change follows in the same frame', () => {
    player.change((head, range) => seek(head, range, testTrackStart + 30 * dayMs));
    player.change(head => ({ ...head, speed: '1w' }));
    screen.tick(16);
    expect(countsOf()).toEqual(trackCounts(testTrackStart + 30 * dayMs));
  });

  it('steps from move to move', () => {
    player.change((head, range, { moves, indexAt, moveCount }) =>
      stepToMove(head, range, 1, { times: moves(0, moveCount).times, indexAt }),
    );
    screen.tick(16);
    expect(track.indexAt(player.head().at)).toBe(1);
    expect(countsOf()).toEqual(trackCounts(player.head().at));
  });

  it('moves in steps and without flights when motion is reduced', () => {
    open(true);
    player.change(togglePlaying);
    screen.tick(0);
    for (let i = 0; i < 29; i++) screen.tick(16);
    expect(player.head().at).toBe(testTrackStart);
    for (let i = 0; i < 4; i++) screen.tick(16);
    expect(player.head().at).toBeGreaterThan(testTrackStart + dayMs / 2 - 1);
    expect(player.scene().moves(0)).toBe(false);
    expect(countsOf()).toEqual(trackCounts(player.head().at));
  });

  it('follows a track that grows, with its new cases', () => {
    player.change(followEnd);
    screen.tick(16);
    const longer = createTestTrack(400, 6100, 61);
    player.extend(longer);
    screen.tick(16);
    expect(player.head().at).toBe(longer.to);
    const counts = longer.countsAt(longer.to);
    expect(countsOf()).toEqual([...layoutMap(1392).stations.keys()].map(status => counts[status] ?? 0));
  });
});
