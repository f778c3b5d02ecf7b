import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createBmp, createPng, pngOfSize } from '../../infra/testing/generate/image.ts';
import { createPreviewJpeg, previewSize } from './previews.ts';

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'archline-previews-'));
});
afterAll(() => rm(dir, { recursive: true }));

async function shown(name: string, bytes: Uint8Array) {
  const path = join(dir, name);
  await writeFile(path, bytes);
  const picture = await createPreviewJpeg(path);
  if (!picture) return undefined;
  const { format, width, height } = await sharp(picture).metadata();
  return { format, width, height };
}

it('preview is a small JPEG of a PNG, a JPEG and a TIFF', async () => {
  const large = createPng(1600, 800);
  const small = { format: 'jpeg', width: previewSize.width * 3, height: 174 };
  expect(await shown('a.png', large)).toEqual(small);
  expect(await shown('a.jpg', await sharp(large).jpeg().toBuffer())).toEqual(small);
  expect(await shown('a.tiff', await sharp(large).tiff().toBuffer())).toEqual(small);
});

it('preview is rotated as the photo’s metadata says', async () => {
  const lying = await sharp(createPng(1600, 800)).withMetadata({ orientation: 6 }).jpeg().toBuffer();
  expect(await shown('turned.jpg', lying)).toEqual({ format: 'jpeg', width: 131, height: 261 });
});

it('preview is missing for a BMP, a broken or oversized picture, and a missing file', async () => {
  expect(await shown('a.bmp', createBmp())).toBeUndefined();
  expect(await shown('broken.png', createPng().subarray(0, 60))).toBeUndefined();
  expect(await shown('bomb.png', pngOfSize(20_000, 20_000))).toBeUndefined();
  expect(await createPreviewJpeg(join(dir, 'gone.png'))).toBeUndefined();
});
