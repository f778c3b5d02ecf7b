/** Photos and radiographs by slot. */
import type { Slot } from '#events/case/options.ts';
import type { Canvas } from './canvas.ts';
import { frontal, profile, smile } from './faces.ts';
import { bite, occlusal } from './mouths.ts';
import { lateral, panoramic } from './radiographs.ts';

const drawings: Partial<Record<Slot, (variant: number) => Canvas>> = {
  'face-frontal': frontal,
  'face-smile': smile,
  'face-profile': profile,
  'mouth-frontal': v => bite(v, 0),
  'mouth-right': v => bite(v, -27),
  'mouth-left': v => bite(v, 27),
  'mouth-upper': v => occlusal(v, 'upper'),
  'mouth-lower': v => occlusal(v, 'lower'),
  panoramic,
  lateral,
};

/** Draws a picture for a photo's or radiograph's slot. `variant` 0 to 2 selects the patient. */
export function canvasOf(slot: Slot, variant: number): Canvas {
  const draw = drawings[slot];
  if (!draw) throw new Error(`no picture is drawn for ${slot}`);
  return draw(variant);
}

/** The picture as a PNG. */
export const drawPicture = (slot: Slot, variant: number): Buffer => canvasOf(slot, variant).png();
