/** `node draw-child.ts <path> <mime> <folder>`: writes the parts of a record into the folder, and says which. */
import { createReadStream } from 'node:fs';
import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { limits } from '#events/case/options.ts';
import { isRefusal } from '#events/errors.ts';
import { stlCheck } from '#events/file/stl.ts';
import { drawMesh } from '#workers/mesh/draw.ts';
import { writeGlb } from '#workers/mesh/glb.ts';
import { createPreviewer, expectedTriangles, previewReady } from '#workers/mesh/preview.ts';
import { type Drawn, planMime } from './draw.ts';
import { drawPlan } from './draw-plan.ts';

/** Twice what a tile shows, for screens of two pixels to one. */
const [width, height] = [480, 360];
const quality = 80;
const pieceBytes = 4 * 1024 * 1024;

sharp.cache(false);
sharp.concurrency(1);

async function drawPhoto(path: string, into: string): Promise<Drawn['parts']> {
  await sharp(path, { limitInputPixels: limits.photoPixels, failOn: 'error' })
    .rotate()
    .resize(width, height, { fit: 'inside', withoutEnlargement: true })
    .webp({ quality })
    .toFile(join(into, 'picture'));
  return ['picture'];
}

async function drawModel(path: string, into: string): Promise<Drawn['parts']> {
  await previewReady();
  const { size } = await stat(path);
  let previewer: ReturnType<typeof createPreviewer> | undefined;
  const check = stlCheck(size, (x, y, z) => previewer?.corner(x, y, z));
  for await (const piece of createReadStream(path, { highWaterMark: pieceBytes })) {
    previewer ??= createPreviewer(expectedTriangles(piece, size));
    check.write(piece);
  }
  check.end();
  if (!previewer) return [];
  const { mesh, origin, findings } = previewer.end();
  const { rgba } = drawMesh(mesh, width, height);
  await writeFile(join(into, 'mesh'), writeGlb([{ name: 'model', mesh }], { extras: { origin, findings } }));
  await sharp(rgba, { raw: { width, height, channels: 4 } })
    .webp({ quality })
    .toFile(join(into, 'picture'));
  return ['picture', 'mesh'];
}

/** @returns nothing where there is nothing to see: a BMP, a model that is none */
async function draw(
  path: string,
  mime: string,
  into: string,
  beside: readonly string[],
): Promise<Drawn['parts']> {
  try {
    if (mime === planMime) return await drawPlan(path, beside, into);
    if (mime === 'model/stl') return await drawModel(path, into);
    return mime.startsWith('image/') ? await drawPhoto(path, into) : [];
  } catch (error) {
    if (isRefusal(error) || mime.startsWith('image/')) return [];
    throw error;
  }
}

const [, , path = '', mime = '', into = '', ...beside] = process.argv;
const answer: Drawn = { parts: await draw(path, mime, into, beside) };
process.send?.(answer, undefined, {}, () => process.disconnect());
