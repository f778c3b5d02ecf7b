import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { decoderReady, readGlb } from '#workers/mesh/read-glb.ts';
import { occlusalCurvesOf } from '#workers/stages/curves.ts';
import { createBmp, createPng } from '../../infra/testing/generate/image.ts';
import { createTinyPlan } from '../../infra/testing/generate/plan.ts';
import { createSmallArchStl } from '../../infra/testing/models.ts';
import { allPlanParts, type BlobName, occlusionPart, posterParts } from '../files/blobs.ts';
import { createDiskBlobs } from '../files/disk.ts';
import { parsePlanBundle } from '../files/plan-bundle.ts';
import { readOcclusion } from './plan-occlusion.ts';
import { createPreviews } from './previews.ts';
import { type DrawRecord, picturePartOf, planMime } from './record-drawing.ts';

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'archline-previews-'));
});
afterEach(() => rm(dir, { recursive: true, force: true }));

const name: BlobName = { orgId: 'org', sha256: 'ab'.repeat(32) };

async function world(bytes: Uint8Array, draw?: DrawRecord) {
  const blobs = createDiskBlobs(join(dir, 'blobs'));
  const source = join(dir, 'source');
  await writeFile(source, bytes);
  await blobs.keep(name, source);
  return { blobs, previews: createPreviews({ blobs, dir, ...(draw && { draw }) }) };
}

describe('the preview of a record', () => {
  it('is a WebP of a photo that fits into a tile', async () => {
    const { blobs, previews } = await world(createPng(1200, 300, 90));
    const part = await previews.of({ ...name, mime: 'image/png', slot: null }, 'picture');
    const { format, width, height } = await sharp(
      await readFile(await blobs.local(part as BlobName)),
    ).metadata();
    expect({ format, width, height }).toEqual({ format: 'webp', width: 480, height: 120 });
    expect(await previews.of({ ...name, mime: 'image/png', slot: null }, 'mesh')).toBeUndefined();
  });

  it('is a picture and a GLB of a model, with its findings', async () => {
    const { blobs, previews } = await world(createSmallArchStl());
    const [picture, mesh] = await Promise.all([
      previews.of({ ...name, mime: 'model/stl', slot: null }, 'picture'),
      previews.of({ ...name, mime: 'model/stl', slot: null }, 'mesh'),
    ]);
    const { data, info } = await sharp(await readFile(await blobs.local(picture as BlobName)))
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect([info.width, info.height, info.channels]).toEqual([480, 360, 4]);
    expect(data.some((value, i) => i % 4 === 3 && value === 255)).toBe(true);
    const glb = await readFile(await blobs.local(mesh as BlobName));
    const json = JSON.parse(glb.subarray(20, 20 + glb.readUInt32LE(12)).toString());
    expect(json.extras.findings).toMatchObject({ triangles: 56, kept: 56, unit: 'mm', components: 14 });
  });

  it.each([
    ['a BMP, which sharp cannot read', createBmp(20, 20), 'image/bmp'],
    ['an invalid picture', Buffer.from('not a picture'), 'image/png'],
    ['an invalid model', Buffer.alloc(200), 'model/stl'],
    ['what is not looked at', Buffer.from('PK'), 'application/zip'],
  ])('is missing for %s', async (_what, bytes, mime) => {
    const { previews } = await world(bytes);
    expect(await previews.of({ ...name, mime, slot: null }, 'picture')).toBeUndefined();
  });
});

describe('the preview of a plan', () => {
  async function planned(extras: Record<string, unknown> = {}, before = '') {
    const files = await createTinyPlan({ upperStages: 8, lowerStages: 6, extras });
    const blobs = createDiskBlobs(join(dir, 'blobs'));
    const [json, teeth, coarse] = await Promise.all(
      files.map(async ({ bytes, sha256, name: source }) => {
        await writeFile(join(dir, source), source === 'plan.json' ? before + Buffer.from(bytes) : bytes);
        await blobs.keep({ orgId: 'org', sha256 }, join(dir, source));
        return { orgId: 'org', sha256 };
      }),
    );
    if (!json || !teeth || !coarse) throw new Error('a plan has three files');
    return { blobs, previews: createPreviews({ blobs, dir }), json, teeth, coarse };
  }

  it('is five pictures and its shapes without other data, deleted with the plan', async () => {
    const { blobs, previews, json, teeth, coarse } = await planned({ patient: 'Zhang Wei' });
    for (const part of allPlanParts) {
      const made = await previews.of({ ...json, mime: planMime, slot: null, beside: [teeth, coarse] }, part);
      expect([part, made]).toEqual([part, { ...json, part }]);
      expect((await readFile(await blobs.local({ ...json, part }))).includes('Zhang')).toBe(false);
    }
    await blobs.drop(json);
    expect(await blobs.size({ ...json, part: posterParts[0] })).toBeUndefined();
  });

  it('has the viewer’s own measures', async () => {
    const { blobs, previews, json, teeth, coarse } = await planned();
    const seen = { ...json, mime: planMime, slot: null, beside: [teeth, coarse] };
    const measured = await readOcclusion(blobs, await previews.of(seen, occlusionPart));
    await decoderReady;
    const bundle = parsePlanBundle(await readFile(await blobs.local(json)));
    const curves = bundle ? occlusalCurvesOf(bundle, readGlb(await readFile(await blobs.local(teeth)))) : [];
    expect(measured).toEqual(curves.map(({ measure, values, missing }) => ({ measure, values, missing })));
    expect(measured?.filter(({ values }) => values?.length === 9).map(({ measure }) => measure)).toContain(
      'overjet',
    );
    await blobs.drop(json);
    expect(await readOcclusion(blobs, { ...json, part: occlusionPart })).toBeNull();
  });

  it('is complete after a request for a picture of plan.json alone', async () => {
    const { previews, json, teeth, coarse } = await planned();
    expect(await previews.of({ ...json, mime: 'application/json', slot: null }, 'picture')).toBeUndefined();
    expect(
      await previews.of({ ...json, mime: planMime, slot: null, beside: [teeth, coarse] }, posterParts[4]),
    ).toEqual({
      ...json,
      part: posterParts[4],
    });
  });

  it('is the same for a plan.json with a byte order mark', async () => {
    const { previews, json, teeth, coarse } = await planned({}, '\ufeff');
    expect(
      await previews.of({ ...json, mime: planMime, slot: null, beside: [teeth, coarse] }, posterParts[0]),
    ).toEqual({ ...json, part: posterParts[0] });
  });

  it('is redrawn if an older drawing version was stored, which is deleted', async () => {
    const { blobs, previews, json, teeth, coarse } = await planned();
    const old = `${await blobs.local(json)}.poster0`;
    await writeFile(old, 'an older drawing');
    const made = await previews.of(
      { ...json, mime: planMime, slot: null, beside: [teeth, coarse] },
      posterParts[0],
    );
    const { format } = await sharp(await readFile(await blobs.local(made ?? json))).metadata();
    expect(format).toBe('webp');
    await blobs.drop(json);
    await expect(readFile(old)).rejects.toThrow('ENOENT');
  });

  it('is missing if its shapes are invalid', async () => {
    const { previews, json } = await planned();
    expect(
      await previews.of({ ...json, mime: planMime, slot: null, beside: [json, json] }, posterParts[0]),
    ).toBeUndefined();
  });
});

describe('making previews', () => {
  const drawing = (parts: ('picture' | 'mesh')[]) => {
    const asked: string[] = [];
    const draw: DrawRecord = async ({ mime }, into) => {
      asked.push(mime);
      for (const part of parts) await writeFile(join(into, part), part);
      return { parts };
    };
    return { asked, draw };
  };
  it('draws a model that is moved to the other jaw from the other side', async () => {
    const sides: string[] = [];
    const draw: DrawRecord = async ({ mime, slot }, into) => {
      const part = picturePartOf({ mime, slot });
      sides.push(`${slot} ${part}`);
      await writeFile(join(into, part), part);
      return { parts: [part] };
    };
    const { previews } = await world(Buffer.from('x'), draw);
    const of = (slot: 'upper' | 'lower') => previews.of({ ...name, mime: 'model/stl', slot }, 'picture');
    expect([(await of('upper'))?.part, (await of('lower'))?.part]).toEqual(['picture-upper', 'picture']);
    expect((await of('upper'))?.part).toBe('picture-upper');
    expect(sides).toEqual(['upper picture-upper', 'lower picture']);
  });
  it('happens once for parallel requests, and not again', async () => {
    const { asked, draw } = drawing(['picture', 'mesh']);
    const { blobs, previews } = await world(Buffer.from('x'), draw);
    await Promise.all(
      Array.from({ length: 5 }, () => previews.of({ ...name, mime: 'model/stl', slot: null }, 'picture')),
    );
    await previews.of({ ...name, mime: 'model/stl', slot: null }, 'mesh');
    expect(asked).toEqual(['model/stl']);
    // Another server on the same disk has them too.
    const other = createPreviews({ blobs, dir, draw });
    expect(await other.of({ ...name, mime: 'model/stl', slot: null }, 'mesh')).toEqual({
      ...name,
      part: 'mesh',
    });
    expect(asked.length).toBe(1);
  });
  it('is dropped from the queue once all requesters have gone; a later request succeeds', async () => {
    const drawn: string[] = [];
    let begun = 0;
    let release = () => {};
    const held = new Promise<void>(resolve => {
      release = resolve;
    });
    const { blobs, previews } = await world(Buffer.from('x'), async ({ path }, into) => {
      begun += 1;
      await held;
      drawn.push(path);
      await writeFile(join(into, 'picture'), 'p');
      return { parts: ['picture'] };
    });
    const of = async (letter: string, signal?: AbortSignal) => {
      const record = { orgId: 'org', sha256: letter.repeat(64) };
      await blobs.keep(record, join(dir, 'source'));
      return previews.of({ ...record, mime: 'image/png', slot: null }, 'picture', signal);
    };
    const [one, other] = [new AbortController(), new AbortController()];
    // Two previews are drawn at once. The third one waits, and two callers request it.
    const first = [of('a'), of('b')];
    await vi.waitFor(() => expect(begun).toBe(2));
    const asks = [one, other].map(({ signal }) => vi.spyOn(signal, 'addEventListener'));
    const gone = [of('c', one.signal), of('c', other.signal)];
    const stays = of('d');
    for (const asked of asks) await vi.waitFor(() => expect(asked).toHaveBeenCalled());
    one.abort();
    other.abort();
    release();
    expect(await Promise.all(gone)).toEqual([undefined, undefined]);
    expect((await Promise.all([...first, stays])).every(Boolean)).toBe(true);
    expect(drawn.filter(path => path.includes('c'.repeat(64)))).toEqual([]);
    expect(await of('c')).toMatchObject({ part: 'picture' });
  });
  it('is not retried after a crash', async () => {
    let tries = 0;
    const { previews } = await world(Buffer.from('x'), async () => {
      tries += 1;
      throw new Error('it died');
    });
    expect(await previews.of({ ...name, mime: 'model/stl', slot: null }, 'picture')).toBeUndefined();
    expect(await previews.of({ ...name, mime: 'model/stl', slot: null }, 'picture')).toBeUndefined();
    expect(tries).toBe(1);
  });
  it('is undone when the bytes are deleted', async () => {
    const { blobs, previews } = await world(Buffer.from('x'), drawing(['picture']).draw);
    const part = (await previews.of({ ...name, mime: 'image/png', slot: null }, 'picture')) as BlobName;
    await blobs.drop(name);
    expect([await blobs.size(name), await blobs.size(part)]).toEqual([undefined, undefined]);
  });
  it('leaves nothing of a file that is erased meanwhile', async () => {
    const { draw } = drawing(['picture']);
    const { blobs, previews } = await world(Buffer.from('x'), async (drawing, into) => {
      await blobs.drop(name);
      return draw(drawing, into);
    });
    expect(await previews.of({ ...name, mime: 'image/png', slot: null }, 'picture')).toBeUndefined();
    expect(await blobs.size({ ...name, part: 'picture' })).toBeUndefined();
  });
});
