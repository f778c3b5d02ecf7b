/**
 * Jumps from a line next to the picture to its tooth: selects the tooth at its stage, in a view that shows
 * it.
 */

import { archOf, type Fdi, isOnRightSide, positionFromMidline } from '#events/tooth/fdi.ts';
import { screenStore } from '#web/lib/screen-store.ts';
import { type StandardView, viewOfCamera } from './camera.ts';
import { player } from './player.ts';
import { goToView, restingCameraAtom } from './view-state.ts';
import { chosenToothAtom } from './viewer-state.ts';

/** The view of a photo series that shows a tooth's buccal side. */
const sideOf = (tooth: Fdi): StandardView => {
  if (positionFromMidline(tooth) <= 3) return 'front';
  return isOnRightSide(tooth) ? 'right' : 'left';
};

/** @param stage default: the stage that is shown */
export function jumpToTooth(tooth: Fdi, stage?: number): void {
  screenStore.set(chosenToothAtom, tooth);
  if (stage !== undefined) player.go(stage);
  const [now, side] = [viewOfCamera(screenStore.get(restingCameraAtom)), sideOf(tooth)];
  // The occlusal view of its arch shows the tooth already.
  if (now !== side && now !== archOf(tooth)) goToView(side);
}
