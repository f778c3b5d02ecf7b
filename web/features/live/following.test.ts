import { beforeEach, expect, it } from 'vitest';
import { camera, goTo, only, wanted } from '#web/features/viewer/looking.ts';
import { player } from '#web/features/viewer/player.ts';
import { shownStage } from '#web/features/viewer/state.ts';
import { bring, isBrought } from './following.ts';

const here = () => {
  const { azimuth, elevation, distance } = camera.get();
  return isBrought(shownStage.get(), [azimuth, elevation, distance]);
};
/** A picture that comes to rest wherever it is sent, but not farther away than this. */
let farthest = 500;
wanted.subscribe(() => {
  const { camera: to } = wanted.get();
  camera.set({ ...to, distance: Math.min(farthest, to.distance) });
});

beforeEach(() => {
  // No frames here: a step is made at once.
  globalThis.matchMedia = () => ({ matches: true }) as MediaQueryList;
  globalThis.cancelAnimationFrame = () => undefined;
  farthest = 500;
  player.lengthen(24);
  goTo('front');
});

it('is never taken for a turn by hand, though the stage comes before the camera', () => {
  bring({ stage: 3, camera: [10, 0, 175] });
  const seen: boolean[] = [];
  const ends = [shownStage, camera].map(store => store.subscribe(() => seen.push(here())));
  bring({ stage: 7, camera: [-60, 20, 120] });
  for (const end of ends) end();
  expect([shownStage.get(), camera.get().azimuth, seen]).toEqual([7, -60, [true, true]]);
});

it('a hand that turns or steps is told from it; a camera that comes only so far is not one', () => {
  farthest = 150;
  bring({ stage: 3, camera: [10, 0, 175] });
  expect(here()).toBe(true);
  camera.set({ azimuth: 25, elevation: 0, distance: 150 });
  expect(here()).toBe(false);
  bring({ stage: 3, camera: [10, 0, 175] });
  player.go(4);
  expect(here()).toBe(false);
});

it('into a view of one arch it brings that arch alone, and out of it leaves the hand its choice', () => {
  bring({ stage: 0, camera: [0, 89.9, 183.8] });
  expect(only.get()).toBe('lower');
  only.set(null);
  bring({ stage: 1, camera: [0, 89.9, 183.8] });
  expect(only.get()).toBeNull();
});
