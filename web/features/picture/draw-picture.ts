/** Rotates or crops a picture of the case in the browser: read, draw, encode. */
import { createAuthHeaders } from '#web/lib/api.ts';
import { type PictureEdit, picturePlacementOf } from './picture-edit.ts';

/** JPEG quality; the loss is below that of a camera. */
const quality = 0.95;

/**
 * Reads the picture of a file, upright. @throws Error if the file is unreadable or the browser cannot decode
 * it (tiff)
 */
export async function loadPicture(fileId: string): Promise<ImageBitmap> {
  const answer = await fetch(`/api/files/${fileId}`, { headers: createAuthHeaders() });
  if (!answer.ok) throw new Error(`the picture was answered with ${answer.status}`);
  return createImageBitmap(await answer.blob());
}

/** Draws a picture on a canvas, scaled by `scale`. */
export function drawPicture(
  canvas: HTMLCanvasElement,
  picture: ImageBitmap,
  edit: PictureEdit,
  scale = 1,
): void {
  const { width, height, transform } = picturePlacementOf(edit, picture.width, picture.height);
  canvas.width = Math.max(1, Math.round(width * scale));
  canvas.height = Math.max(1, Math.round(height * scale));
  const context = canvas.getContext('2d');
  if (!context) throw new Error('the browser provides no canvas context');
  context.scale(canvas.width / width, canvas.height / height);
  context.transform(...transform);
  context.drawImage(picture, 0, 0);
}

/** Encodes the edited picture: a JPEG stays JPEG, other formats become lossless PNG. */
export async function encodePicture(
  picture: ImageBitmap,
  edit: PictureEdit,
  of: { name: string; mime: string },
): Promise<File> {
  const type = of.mime === 'image/jpeg' ? 'image/jpeg' : 'image/png';
  const canvas = document.createElement('canvas');
  drawPicture(canvas, picture, edit);
  const blob = await new Promise<Blob | null>(resolve => canvas.toBlob(resolve, type, quality));
  if (!blob) throw new Error('the browser could not encode a picture of this size');
  const ending = type === 'image/jpeg' ? '.jpg' : '.png';
  return new File([blob], of.name.replace(/\.\w{1,5}$/, '') + ending, { type });
}
