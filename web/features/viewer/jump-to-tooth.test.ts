import { beforeEach, expect, test, vi } from 'vitest';
import { screenStore } from '#web/lib/screen-store.ts';
import { cameraOfView } from './camera.ts';
import { jumpToTooth } from './jump-to-tooth.ts';
import { player } from './player.ts';
import { requestedCameraAtom, restingCameraAtom } from './view-state.ts';
import { chosenToothAtom } from './viewer-state.ts';

beforeEach(() => {
  screenStore.set(restingCameraAtom, cameraOfView('front'));
  screenStore.set(requestedCameraAtom, { camera: cameraOfView('front'), view: 'front' });
  screenStore.set(chosenToothAtom, null);
});

test.each([
  [13, 'front'],
  [31, 'front'],
  [14, 'right'],
  [46, 'right'],
  [27, 'left'],
  [34, 'left'],
] as const)('a jump to tooth %i selects the tooth in the view %s', (tooth, view) => {
  jumpToTooth(tooth);
  expect([screenStore.get(chosenToothAtom), screenStore.get(requestedCameraAtom).view]).toEqual([
    tooth,
    view,
  ]);
});

test('a jump from the view of one arch keeps the view for teeth of that arch and leaves it for others', () => {
  screenStore.set(restingCameraAtom, cameraOfView('upper'));
  screenStore.set(requestedCameraAtom, { camera: cameraOfView('upper'), view: 'upper' });
  jumpToTooth(16);
  expect(screenStore.get(requestedCameraAtom).view).toBe('upper');
  jumpToTooth(46);
  expect(screenStore.get(requestedCameraAtom).view).toBe('right');
});

test('a jump goes to the stage if one is given', () => {
  // Reduced motion: the stage changes at once.
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  vi.stubGlobal('cancelAnimationFrame', () => undefined);
  player.lengthen(24);
  jumpToTooth(11, 9);
  expect(player.stage()).toBe(9);
  jumpToTooth(21);
  expect(player.stage()).toBe(9);
});
