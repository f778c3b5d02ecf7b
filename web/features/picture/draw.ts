/** A picture of the case, turned or cropped in the browser: read, drawn, and a file again. */
import { authHeaders } from '#web/lib/api.ts';
import { frameOf, type PictureEdit } from './edit.ts';

/** Of a JPEG; what is lost by it is less than a camera's own. */
const quality = 0.95;

/** The picture of a file, upright. @throws Error where it cannot be read, or the browser cannot draw it (tiff) */
export async function readPicture(fileId: string): Promise<ImageBitmap> {
  const answer = await fetch(`/api/files/${fileId}`, { headers: authHeaders() });
  if (!answer.ok) throw new Error(`the picture was answered with ${answer.status}`);
  return createImageBitmap(await answer.blob());
}

/** Draws a picture on a canvas, `scale` times as large. */
export function draw(canvas: HTMLCanvasElement, picture: ImageBitmap, edit: PictureEdit, scale = 1): void {
  const { width, height, transform } = frameOf(edit, picture.width, picture.height);
  canvas.width = Math.max(1, Math.round(width * scale));
  canvas.height = Math.max(1, Math.round(height * scale));
  const context = canvas.getContext('2d');
  if (!context) throw new Error('the browser gives no canvas');
  context.scale(canvas.width / width, canvas.height / height);
  context.transform(...transform);
  context.drawImage(picture, 0, 0);
}

/** The picture as a file of its own: a JPEG stays one, anything else becomes a PNG, which loses nothing. */
export async function drawn(
  picture: ImageBitmap,
  edit: PictureEdit,
  of: { name: string; mime: string },
): Promise<File> {
  const type = of.mime === 'image/jpeg' ? 'image/jpeg' : 'image/png';
  const canvas = document.createElement('canvas');
  draw(canvas, picture, edit);
  const blob = await new Promise<Blob | null>(resolve => canvas.toBlob(resolve, type, quality));
  if (!blob) throw new Error('the browser could not draw a picture of this size');
  const ending = type === 'image/jpeg' ? '.jpg' : '.png';
  return new File([blob], of.name.replace(/\.\w{1,5}$/, '') + ending, { type });
}
