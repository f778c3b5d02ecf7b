/** From a line beside the picture to what it is about: the tooth chosen, at its stage, from a side that shows it. */
import { arch, type Fdi, isRight, position } from '#events/tooth/fdi.ts';
import { type View, viewOf } from './camera.ts';
import { camera, goTo } from './looking.ts';
import { player } from './player.ts';
import { chosenTooth } from './state.ts';

/** The view of a photo series in which a tooth is seen from its cheek's side. */
export const sideOf = (tooth: Fdi): View => {
  if (position(tooth) <= 3) return 'front';
  return isRight(tooth) ? 'right' : 'left';
};

/** @param stage left out: the one that is shown stays */
export function jumpTo(tooth: Fdi, stage?: number): void {
  chosenTooth.set(tooth);
  if (stage !== undefined) player.go(stage);
  const [now, side] = [viewOf(camera.get()), sideOf(tooth)];
  // From above an arch shows all of its teeth.
  if (now !== side && now !== arch(tooth)) goTo(side);
}
