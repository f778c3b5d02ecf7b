/**
 * Child process that draws records. For a request `[path, mime, folder, slot, ...beside]` it writes the parts of a
 * record into the folder, and answers which parts it has written.
 */
import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { limits } from '#events/case/limits.ts';
import { slots } from '#events/case/options.ts';
import { isRefusal } from '#events/errors.ts';
import { drawMesh, occlusalViewOfSlot } from '#workers/mesh/draw.ts';
import { writeGlb } from '#workers/mesh/write-glb.ts';
import { drawPlan, drawStage } from './draw-plan.ts';
import { parseModelFile } from './parse-model.ts';
import { type DrawnParts, picturePartOf, planMime, stageOfMime } from './record-drawing.ts';

/** Twice the size of a tile, for screens with two pixels to one. */
const [width, height] = [480, 360];
const quality = 80;

sharp.cache(false);
sharp.concurrency(1);
// The file's type follows from its first bytes. sharp would detect more, including an SVG, which can
// reference other files.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Tiff', 'Webp', 'Nsgif', 'Heif'].map(of => `VipsForeignLoad${of}`),
});

async function drawPhoto(path: string, into: string): Promise<DrawnParts['parts']> {
  await sharp(path, { limitInputPixels: limits.photoPixels, failOn: 'error' })
    .rotate()
    .resize(width, height, { fit: 'inside', withoutEnlargement: true })
    .webp({ quality })
    .toFile(join(into, 'picture'));
  return ['picture'];
}

async function drawModel(path: string, into: string, slot: string): Promise<DrawnParts['parts']> {
  const { size } = await stat(path);
  const { mesh, origin, findings } = await parseModelFile(path, size);
  const { rgba } = drawMesh(
    mesh,
    width,
    height,
    occlusalViewOfSlot(slots.stl.find(each => each === slot) ?? null),
  );
  await writeFile(join(into, 'mesh'), writeGlb([{ name: 'model', mesh }], { extras: { origin, findings } }));
  const picture = picturePartOf({ mime: 'model/stl', slot });
  await sharp(rgba, { raw: { width, height, channels: 4 } })
    .webp({ quality })
    .toFile(join(into, picture));
  return [picture, 'mesh'];
}

/** Draws nothing for an unsupported picture, such as a BMP, or an invalid model. */
async function draw([path = '', mime = '', into = '', slot = '', ...beside]: readonly string[]): Promise<
  DrawnParts['parts']
> {
  try {
    const stage = stageOfMime(mime);
    if (stage !== undefined) return await drawStage(path, beside, into, stage);
    if (mime === planMime) return await drawPlan(path, beside, into);
    if (mime === 'model/stl') return await drawModel(path, into, slot);
    return mime.startsWith('image/') ? await drawPhoto(path, into) : [];
  } catch (error) {
    if (isRefusal(error) || mime.startsWith('image/')) return [];
    throw error;
  }
}

/**
 * Memory above which the process ends and another one draws next, because the memory of a large model is never
 * returned.
 */
const keptBytes = 256 * 1024 * 1024;

process.on('message', async (args: readonly string[]) => {
  const answer: DrawnParts = { parts: await draw(args) };
  process.send?.({ answer, again: process.memoryUsage.rss() < keptBytes });
});
