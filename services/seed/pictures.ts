/** Photos and radiographs by slot. */
import type { Slot } from '#events/case/options.ts';
import type { Canvas } from './canvas.ts';
import { drawFrontalFace, drawProfile, drawSmile } from './faces.ts';
import { drawArch, paintBite } from './mouths.ts';
import { drawLateral, drawPanoramic } from './radiographs.ts';

const drawings: Partial<Record<Slot, (variant: number) => Canvas>> = {
  'face-frontal': drawFrontalFace,
  'face-smile': drawSmile,
  'face-profile': drawProfile,
  'mouth-frontal': v => paintBite(v, 0),
  'mouth-right': v => paintBite(v, -27),
  'mouth-left': v => paintBite(v, 27),
  'mouth-upper': v => drawArch(v, 'upper'),
  'mouth-lower': v => drawArch(v, 'lower'),
  panoramic: drawPanoramic,
  lateral: drawLateral,
};

/** Draws a picture for a photo's or radiograph's slot. `variant` 0 to 2 selects the patient. */
export function drawPictureCanvas(slot: Slot, variant: number): Canvas {
  const draw = drawings[slot];
  if (!draw) throw new Error(`no picture is drawn for ${slot}`);
  return draw(variant);
}

/** Draws a photo or radiograph as a PNG. */
export const drawPicturePng = (slot: Slot, variant: number): Buffer => drawPictureCanvas(slot, variant).png();
