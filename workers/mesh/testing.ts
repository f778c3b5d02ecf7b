import { createStlCheck } from '#events/file/stl.ts';
import { createPreviewer, type ModelPreview } from './preview.ts';

/** Makes the preview of a binary STL, with each coordinate mapped by `as`. Requires `whenPreviewReady`. */
export function previewOfStl(stl: Buffer, as: (x: number) => number = x => x, target = 20_000): ModelPreview {
  const previewer = createPreviewer((stl.length - 84) / 50, target);
  const check = createStlCheck(stl.length, (corners, triangles) => previewer.add(corners.map(as), triangles));
  check.write(stl);
  check.end();
  return previewer.end();
}
