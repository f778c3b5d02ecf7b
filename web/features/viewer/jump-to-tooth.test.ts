import { beforeEach, expect, test, vi } from 'vitest';
import { cameraOf } from './camera.ts';
import { jumpTo } from './jump.ts';
import { camera, wanted } from './looking.ts';
import { player } from './player.ts';
import { chosenTooth } from './state.ts';

beforeEach(() => {
  camera.set(cameraOf('front'));
  wanted.set({ camera: cameraOf('front'), view: 'front' });
  chosenTooth.set(null);
});

test.each([
  [13, 'front'],
  [31, 'front'],
  [14, 'right'],
  [46, 'right'],
  [27, 'left'],
  [34, 'left'],
] as const)('%i is chosen and seen from the %s', (tooth, view) => {
  jumpTo(tooth);
  expect([chosenTooth.get(), wanted.get().view]).toEqual([tooth, view]);
});

test('from above the view stays for teeth of that arch, and is left for those of the other', () => {
  camera.set(cameraOf('upper'));
  wanted.set({ camera: cameraOf('upper'), view: 'upper' });
  jumpTo(16);
  expect(wanted.get().view).toBe('upper');
  jumpTo(46);
  expect(wanted.get().view).toBe('right');
});

test('the stage goes along where one is meant', () => {
  // Whoever wants no motion is there at once.
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  vi.stubGlobal('cancelAnimationFrame', () => undefined);
  player.lengthen(24);
  jumpTo(11, 9);
  expect(player.stage()).toBe(9);
  jumpTo(21);
  expect(player.stage()).toBe(9);
});
