import { expect, it } from 'vitest';
import { screenStore } from '#web/lib/screen-store.ts';
import { cameraOf } from './camera.ts';
import { layerShown, shownLayers, toggleLayer } from './layers.ts';
import { camera, hovered, hoveredTooth, shownView } from './view-state.ts';

/** How often components that show the derived state are drawn again while `act` runs. */
function drawn(state: Parameters<typeof screenStore.sub>[0], act: () => void): number {
  let count = 0;
  const end = screenStore.sub(state, () => {
    count += 1;
  });
  act();
  end();
  return count;
}

it('a turn of the camera between two views draws what shows the view once', () => {
  screenStore.set(camera, cameraOf('front'));
  const turn = (azimuth: number) => screenStore.set(camera, { ...cameraOf('front'), azimuth });
  expect(drawn(shownView, () => [10, 20, 30].forEach(turn))).toBe(1);
  expect(screenStore.get(shownView)).toBeUndefined();
});

it('a pointer that moves over one tooth draws nothing that shows the tooth', () => {
  const over = (x: number) => screenStore.set(hovered, { place: { tooth: 11, at: [0, 0, 0] }, x, y: 0 });
  over(1);
  expect(drawn(hoveredTooth, () => [2, 3, 4].forEach(over))).toBe(0);
  expect(drawn(hoveredTooth, () => screenStore.set(hovered, null))).toBe(1);
});

it('a switch draws only what shows its layer', () => {
  const before = screenStore.get(shownLayers).gums;
  expect(drawn(layerShown.heat, () => toggleLayer('gums'))).toBe(0);
  expect(screenStore.get(layerShown.gums)).toBe(!before);
  toggleLayer('gums');
});
