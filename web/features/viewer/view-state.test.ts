import { expect, it } from 'vitest';
import { screenStore } from '#web/lib/screen-store.ts';
import { cameraOfView } from './camera.ts';
import { layerVisibilityAtoms, shownLayersAtom, toggleLayer } from './layers.ts';
import { hoveredPointAtom, hoveredToothAtom, restingCameraAtom, shownViewAtom } from './view-state.ts';

/** Number of re-renders of components that subscribe to `state` while `act` runs. */
function drawn(state: Parameters<typeof screenStore.sub>[0], act: () => void): number {
  let count = 0;
  const end = screenStore.sub(state, () => {
    count += 1;
  });
  act();
  end();
  return count;
}

it('a camera turn between two views re-renders subscribers of the view once', () => {
  screenStore.set(restingCameraAtom, cameraOfView('front'));
  const turn = (azimuth: number) => screenStore.set(restingCameraAtom, { ...cameraOfView('front'), azimuth });
  expect(drawn(shownViewAtom, () => [10, 20, 30].forEach(turn))).toBe(1);
  expect(screenStore.get(shownViewAtom)).toBeUndefined();
});

it('a pointer move within one tooth re-renders no subscriber of the hovered tooth', () => {
  const over = (x: number) =>
    screenStore.set(hoveredPointAtom, { place: { tooth: 11, at: [0, 0, 0] }, x, y: 0 });
  over(1);
  expect(drawn(hoveredToothAtom, () => [2, 3, 4].forEach(over))).toBe(0);
  expect(drawn(hoveredToothAtom, () => screenStore.set(hoveredPointAtom, null))).toBe(1);
});

it('a layer switch re-renders only subscribers of that layer', () => {
  const before = screenStore.get(shownLayersAtom).gums;
  expect(drawn(layerVisibilityAtoms.heat, () => toggleLayer('gums'))).toBe(0);
  expect(screenStore.get(layerVisibilityAtoms.gums)).toBe(!before);
  toggleLayer('gums');
});
