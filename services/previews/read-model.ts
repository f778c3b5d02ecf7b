/** An STL at rest, read as the browser reads it before it is sent: the same checks, the same preview. */
import { createReadStream } from 'node:fs';
import { type ModelFacts, unfit } from '#events/file/check.ts';
import { stlCheck } from '#events/file/stl.ts';
import {
  createPreviewer,
  expectedTriangles,
  type ModelPreview,
  previewReady,
} from '#workers/mesh/preview.ts';

const pieceBytes = 4 * 1024 * 1024;

export type ReadModel = ModelPreview & { model: ModelFacts };

/**
 * @param size bytes that the file shall have
 * @throws Refusal where it is no sound model
 */
export async function readModel(path: string, size: number): Promise<ReadModel> {
  await previewReady();
  let previewer: ReturnType<typeof createPreviewer> | undefined;
  const check = stlCheck(size, (x, y, z) => previewer?.corner(x, y, z));
  let bytes = 0;
  for await (const piece of createReadStream(path, { highWaterMark: pieceBytes })) {
    previewer ??= createPreviewer(expectedTriangles(piece, size));
    bytes += piece.length;
    check.write(piece);
  }
  if (bytes !== size) throw unfit('badContent', 'stl-length', { bytes });
  const { model } = check.end();
  if (!previewer || !model) throw unfit('wrongFormat', 'not-stl');
  return { ...previewer.end(), model };
}
