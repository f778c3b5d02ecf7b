import { beforeEach, describe, expect, it } from 'vitest';
import { screenStore } from '#web/lib/screen-store.ts';
import { createManualFrames } from '#web/lib/testing/manual-frames.ts';
import { createPlayer, type Player } from './player.ts';
import { shownStageAtom } from './viewer-state.ts';

let s: ReturnType<typeof createManualFrames>;
let player: Player;
beforeEach(() => {
  s = createManualFrames();
  player = createPlayer(s.frames);
  player.lengthen(24);
  player.set(0);
});

describe('playback', () => {
  it('advances with the frames and notifies its listeners; the page updates only at rest', () => {
    const seen: number[] = [];
    player.subscribe(() => seen.push(player.stage()));
    player.toggle();
    s.tick(0);
    s.tick(500);
    s.tick(100);
    expect(player.stage()).toBeCloseTo(1.8);
    expect(screenStore.get(shownStageAtom)).toBe(0);
    expect(seen.length).toBe(3);
    player.toggle();
    expect([screenStore.get(player.playing), screenStore.get(shownStageAtom)]).toEqual([false, 2]);
    s.tick(0);
    s.tick(200);
    expect(player.stage()).toBe(2);
    expect(s.isIdle()).toBe(true);
  });
  it('stops at the end, and restarts from the start', () => {
    player.set(23);
    player.toggle();
    s.tick(0);
    s.tick(5000);
    expect([
      player.stage(),
      screenStore.get(player.playing),
      screenStore.get(shownStageAtom),
      s.isIdle(),
    ]).toEqual([24, false, 24, true]);
    player.toggle();
    expect([player.stage(), screenStore.get(player.playing)]).toEqual([0, true]);
  });
  it('follows the chosen speed', () => {
    screenStore.set(player.speed, 2);
    player.toggle();
    s.tick(0);
    s.tick(1000);
    expect(player.stage()).toBeCloseTo(6);
  });
});

describe('a manual step', () => {
  it('glides to the whole stage, while the panels update at once', () => {
    player.go(5);
    expect([player.stage(), screenStore.get(shownStageAtom)]).toEqual([0, 5]);
    s.tick(0);
    s.tick(60);
    expect(player.stage()).toBeCloseTo(2.5);
    s.tick(60);
    expect([player.stage(), s.isIdle()]).toEqual([5, true]);
  });
  it('counts from the target of a running glide, so that no quick key press is lost', () => {
    player.set(3);
    player.step(1);
    player.step(1);
    s.tick(0);
    s.tick(50);
    player.step(1);
    s.tick(0);
    s.tick(30);
    player.step(1);
    expect(screenStore.get(shownStageAtom)).toBe(7);
    player.step(-2);
    s.tick(0);
    s.tick(200);
    expect([player.stage(), screenStore.get(shownStageAtom), s.isIdle()]).toEqual([5, 5, true]);
    player.step(-9);
    player.step(1);
    s.tick(0);
    s.tick(200);
    expect(player.stage()).toBe(1);
  });
  it('counts from the current stage during playback', () => {
    player.set(2);
    player.toggle();
    s.tick(0);
    s.tick(500);
    expect(player.stage()).toBeCloseTo(3.5);
    player.step(1);
    s.tick(0);
    s.tick(200);
    expect(player.stage()).toBe(5);
  });
  it('is immediate with reduced motion', () => {
    s = createManualFrames(true);
    player = createPlayer(s.frames);
    player.lengthen(24);
    player.go(7);
    expect([player.stage(), s.isIdle()]).toEqual([7, true]);
  });
  it('is limited to the plan’s stages, also after a shorter plan replaces it', () => {
    player.set(99);
    expect(player.stage()).toBe(24);
    player.lengthen(20);
    expect([player.stage(), screenStore.get(shownStageAtom)]).toEqual([20, 20]);
    player.set(-3);
    expect(player.stage()).toBe(0);
  });
});
