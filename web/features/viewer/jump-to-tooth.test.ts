import { beforeEach, expect, test, vi } from 'vitest';
import { cameraOf } from './camera.ts';
import { jumpTo } from './jump-to-tooth.ts';
import { player } from './player.ts';
import { chosenTooth } from './state.ts';
import { camera, wantedCamera } from './view-state.ts';

beforeEach(() => {
  camera.set(cameraOf('front'));
  wantedCamera.set({ camera: cameraOf('front'), view: 'front' });
  chosenTooth.set(null);
});

test.each([
  [13, 'front'],
  [31, 'front'],
  [14, 'right'],
  [46, 'right'],
  [27, 'left'],
  [34, 'left'],
] as const)('%i is selected and seen from the %s', (tooth, view) => {
  jumpTo(tooth);
  expect([chosenTooth.get(), wantedCamera.get().view]).toEqual([tooth, view]);
});

test('keeps an occlusal view for teeth of its arch, and leaves it for others', () => {
  camera.set(cameraOf('upper'));
  wantedCamera.set({ camera: cameraOf('upper'), view: 'upper' });
  jumpTo(16);
  expect(wantedCamera.get().view).toBe('upper');
  jumpTo(46);
  expect(wantedCamera.get().view).toBe('right');
});

test('goes to the stage if one is given', () => {
  // Reduced motion: the stage changes at once.
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  vi.stubGlobal('cancelAnimationFrame', () => undefined);
  player.lengthen(24);
  jumpTo(11, 9);
  expect(player.stage()).toBe(9);
  jumpTo(21);
  expect(player.stage()).toBe(9);
});
