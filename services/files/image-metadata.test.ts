import sharp from 'sharp';
import { describe, expect, it, vi } from 'vitest';
import { removeMetadata } from './image-metadata.ts';

const place = 'PLACE-of-the-clinic';
const gps = { GPSLatitudeRef: 'N', GPSLatitude: '39/1 54/1 20/1', GPSAreaInformation: place };
const secrets = ['CAMERA-make', 'PERSON-name', place];
const exif = { IFD0: { Make: 'CAMERA-make', Artist: 'PERSON-name' }, IFD3: gps };
const pixels = Buffer.from(Array.from({ length: 24 * 16 * 3 }, (_, i) => (i * 37) % 256));

const drawn = () =>
  sharp(pixels, { raw: { width: 24, height: 16, channels: 3 } })
    .withExif(exif)
    .withMetadata({ orientation: 6, exif });

/** Appends a directory with camera, name and position. Why: sharp writes no EXIF into a TIFF. */
async function tiffWithPlace(): Promise<Buffer> {
  const plain = await drawn().tiff({ compression: 'none' }).toBuffer();
  const at = plain.readUInt32LE(4);
  const own = Array.from({ length: plain.readUInt16LE(at) }, (_, i) =>
    plain.subarray(at + 2 + i * 12, at + 14 + i * 12),
  );
  const entry = (tag: number, type: number, count: number, value: number) => {
    const bytes = Buffer.alloc(12);
    bytes.writeUInt16LE(tag, 0);
    bytes.writeUInt16LE(type, 2);
    bytes.writeUInt32LE(count, 4);
    bytes.writeUInt32LE(value, 8);
    return bytes;
  };
  const [make, artist] = secrets.map(text => Buffer.from(`${text}\0`)) as [Buffer, Buffer];
  const text = Buffer.from(`${place}\0`);
  const from = plain.length;
  const gpsAt = from + make.length + artist.length + text.length;
  const gpsIfd = Buffer.concat([
    ...[Buffer.from([1, 0]), entry(28, 2, text.length, from + make.length + artist.length), Buffer.alloc(4)],
  ]);
  const more = [
    entry(271, 2, make.length, from),
    entry(315, 2, artist.length, from + make.length),
    entry(34853, 4, 1, gpsAt),
  ];
  const entries = [...own.filter(e => e.readUInt16LE(0) !== 271), ...more];
  entries.sort((a, b) => a.readUInt16LE(0) - b.readUInt16LE(0));
  const count = Buffer.alloc(2);
  count.writeUInt16LE(entries.length);
  const bytes = Buffer.concat([plain, make, artist, text, gpsIfd, count, ...entries, Buffer.alloc(4)]);
  bytes.writeUInt32LE(gpsAt + gpsIfd.length, 4);
  return bytes;
}

const formats = {
  'image/jpeg': () => drawn().jpeg({ quality: 100 }).toBuffer(),
  'image/png': () => drawn().png().toBuffer(),
  'image/webp': () => drawn().webp({ lossless: true }).toBuffer(),
  'image/tiff': tiffWithPlace,
};
const shown = (bytes: Buffer) => sharp(bytes).raw().toBuffer();

describe.each(Object.entries(formats))('metadata of %s', (mime, make) => {
  it('is removed from the served file: position, device and names; pixels, length and orientation stay', async () => {
    const original = await make();
    expect(secrets.some(secret => original.includes(secret))).toBe(true);
    const served = removeMetadata(original, mime);
    expect(secrets.filter(secret => served.includes(secret))).toEqual([]);
    expect(served.length).toBe(original.length);
    expect((await shown(served)).equals(await shown(original))).toBe(true);
    const [before, after] = [await sharp(original).metadata(), await sharp(served).metadata()];
    expect(after.orientation).toBe(before.orientation);
    expect([after.xmp, after.iptc]).toEqual([undefined, undefined]);
  });

  it('stays in the stored bytes, and a truncated file does not fail', async () => {
    const original = await make();
    const copy = Buffer.from(original);
    for (let length = 0; length < original.length; length += 7)
      expect(removeMetadata(original.subarray(0, length), mime).length).toBe(length);
    expect(original.equals(copy)).toBe(true);
  });
});

const plain = () => sharp(pixels, { raw: { width: 24, height: 16, channels: 3 } });
const segment = (marker: number, text: string) => {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(text.length + 2, 2);
  return Buffer.concat([head, Buffer.from(text)]);
};

it('in comments and XMP of a JPEG is blanked', async () => {
  const jpeg = await plain().jpeg().toBuffer();
  const texts = [segment(0xfe, 'SECRET-comment'), segment(0xe1, 'http://ns.adobe.com/xap/1.0/\0SECRET-xmp')];
  const original = Buffer.concat([jpeg.subarray(0, 2), ...texts, jpeg.subarray(2)]);
  const served = removeMetadata(original, 'image/jpeg');
  expect(served.includes('SECRET')).toBe(false);
  expect((await shown(served)).equals(await shown(original))).toBe(true);
});

it('in a camera’s own segments and after the picture is blanked', async () => {
  const jpeg = await plain().jpeg({ progressive: true }).toBuffer();
  const parts = [segment(0xe2, 'MPF\0SECRET'), segment(0xe5, 'SECRET'), Buffer.from([0xff, 0xff])];
  const own = Buffer.concat([...parts, segment(0xe1, 'Exif\0\0SECRET-after-fill-bytes')]);
  const film = Buffer.concat([Buffer.from('SECRET-film'), await drawn().jpeg().toBuffer()]);
  const original = Buffer.concat([jpeg.subarray(0, 2), own, jpeg.subarray(2), film]);
  const served = removeMetadata(original, 'image/jpeg');
  expect([...secrets, 'SECRET'].filter(secret => served.includes(secret))).toEqual([]);
  expect([served.length, (await shown(served)).equals(await shown(jpeg))]).toEqual([original.length, true]);

  const png = await plain().png().toBuffer();
  const chunk = Buffer.concat([Buffer.from('00000006', 'hex'), Buffer.from('caBXSECRET....')]);
  const withChunk = Buffer.concat([png.subarray(0, 33), chunk, png.subarray(33), Buffer.from('SECRET')]);
  const servedPng = removeMetadata(withChunk, 'image/png');
  expect(servedPng.includes('SECRET')).toBe(false);
  expect((await shown(servedPng)).equals(await shown(png))).toBe(true);
});

/** A directory of `count` identical entries. */
const forgedDirectory = (count: number, tag: number, length: number, to: number) => {
  const bytes = Buffer.alloc(2 + count * 12 + 4);
  bytes.writeUInt16LE(count, 0);
  for (let at = 2; at + 12 <= bytes.length; at += 12) {
    bytes.writeUInt16LE(tag, at);
    bytes.writeUInt16LE(1, at + 2);
    bytes.writeUInt32LE(length, at + 4);
    bytes.writeUInt32LE(to, at + 8);
  }
  return bytes;
};
const header = Buffer.from('49492a0008000000', 'hex');
const entries = 500;
const second = header.length + 2 + entries * 12 + 4;
const forged: [string, Buffer[]][] = [
  ['texts that are the whole file', [forgedDirectory(entries, 270, 0xffffffff, second)]],
  ['the same directory', [forgedDirectory(entries, 34665, 1, second), forgedDirectory(entries, 1, 1, 0)]],
  ['itself', [forgedDirectory(entries, 34665, 1, header.length)]],
];

it.each(forged)(
  'in a TIFF whose entries all name %s costs no more than the file’s size',
  (_what, directories) => {
    const bytes = Buffer.concat([header, ...directories, Buffer.alloc(50_000)]);
    const filled = vi.spyOn(Buffer.prototype, 'fill');
    const read = vi.spyOn(Buffer.prototype, 'readUInt16LE');
    removeMetadata(bytes, 'image/tiff');
    const written = filled.mock.calls.reduce((sum, [, from, to]) => sum + Number(to) - Number(from), 0);
    vi.restoreAllMocks();
    expect(written).toBeLessThan(4 * bytes.length);
    expect(read.mock.calls.length).toBeLessThan(bytes.length);
  },
);

it('in other files is unchanged', () => {
  const bytes = Buffer.from('solid model');
  expect(removeMetadata(bytes, 'model/stl').equals(bytes)).toBe(true);
});
