import { describe, expect, it } from 'vitest';
import { createStlCheck } from '#events/file/stl.ts';
import { createDocx, createZip } from '../../infra/testing/generate/archive.ts';
import {
  createPdf,
  createPng,
  createSvg,
  pngOfSize,
  tiffWithPages,
} from '../../infra/testing/generate/image.ts';
import { createObj, createPly } from '../../infra/testing/generate/mesh.ts';
import { oddFiles } from '../../infra/testing/generate/odd-files.ts';
import {
  asciiStl,
  binaryStl,
  createWavyTube,
  stlWithWrongCount,
  tetrahedronTriangles,
} from '../../infra/testing/generate/stl.ts';
import { inspectForUpload } from './inspect.ts';
import { inspectBytes, inspectionOutcome, sha256Hex } from './testing.ts';

describe('inspecting a file before upload', () => {
  it.each([
    ['a model', binaryStl(), 'upper.stl', 'stl'],
    ['a model as text', asciiStl(), 'upper.stl', 'stl'],
    ['a photo', createPng(), 'smile.png', 'photo'],
    ['a radiograph', tiffWithPages([{}]), 'pano.tiff', 'radiograph'],
    ['an archive', createZip(), 'records.zip', 'archive'],
    ['anything to a chat', createPdf(), 'letter.pdf', 'chat'],
  ] as const)('%s is uploaded unchanged', async (_what, bytes, name, kind) => {
    expect(await inspectBytes(bytes, name, kind)).toMatchObject({
      ready: { sha256: sha256Hex(bytes), converted: null },
    });
  });
  it.each([
    ['a photo of 60 megapixels', pngOfSize(10_000, 6000), 'a.png', 'photo', 'photoUpload too-many-pixels'],
    [
      'a TIFF bomb',
      tiffWithPages([{ tile: [65_520, 65_520] }]),
      'a.tif',
      'photo',
      'photoUpload image-broken',
    ],
    ['an SVG as photo', createSvg(), 'a.png', 'photo', 'wrongFormat not-image'],
    ['a Word file as archive', createDocx(), 'a.zip', 'archive', 'wrongFormat office-file'],
    ['a photo as model', createPng(), 'a.stl', 'stl', 'wrongFormat not-stl'],
    ['a model with a wrong triangle count', stlWithWrongCount(9), 'a.stl', 'stl', 'badContent stl-length'],
    ['a PLY cut short', createPly('ascii').subarray(0, -9), 'a.ply', 'stl', 'badContent mesh-syntax'],
    ['prose called OBJ', Buffer.from('A letter.'), 'a.obj', 'stl', 'badContent stl-empty'],
  ] as const)("%s is refused with the server's own code", async (_what, bytes, name, kind, expected) => {
    expect(await inspectionOutcome(bytes, name, kind)).toBe(expected);
  });
});

describe('findings of a model', () => {
  it.each([
    ['an STL', binaryStl(), 'upper.stl'],
    ['a text', asciiStl(), 'upper.stl'],
    ['a PLY', createPly('ascii'), 'upper.ply'],
    ['an OBJ', createObj(), 'upper.obj'],
  ])('count the pieces and include a picture for %s', async (_what, bytes, name) => {
    const answer = await inspectBytes(bytes, name, 'stl');
    if (!('ready' in answer)) throw new Error(answer.refused.refusal);
    expect(answer.ready.model?.findings).toMatchObject({ triangles: 4, kept: 4, components: 1, rims: 0 });
    const { picture } = answer.ready.model ?? {};
    expect(picture?.rgba.length).toBe(4 * 480 * 360);
    expect(picture?.rgba.some(value => value > 0)).toBe(true);
  });
  it('show the arch from its biting side', async () => {
    const pictureOf = async (slot: 'upper' | 'lower') => {
      const answer = await inspectForUpload(
        new File([Uint8Array.from(binaryStl())], 'a.stl'),
        { kind: 'stl', slot },
        () => {},
      );
      return 'ready' in answer ? answer.ready.model?.picture.rgba : undefined;
    };
    expect(await pictureOf('upper')).not.toEqual(await pictureOf('lower'));
  });
  it('are absent for a photo', async () => {
    expect(await inspectBytes(createPng(), 'a.png', 'photo')).toMatchObject({ ready: { model: null } });
  });
});

describe('converting a model to STL', () => {
  const triangles = createWavyTube(40_000);
  it.each([
    ['OBJ', createObj(triangles), 'upper.obj'],
    ['PLY', createPly('binary_little_endian', triangles), 'upper.ply'],
    ['PLY that is called STL', createPly('binary_big_endian', triangles), 'upper.stl'],
  ])('%s becomes an STL with the same corners, which the server accepts', async (_what, bytes, name) => {
    const answer = await inspectBytes(bytes, name, 'stl');
    if (!('ready' in answer) || !answer.ready.converted) throw new Error('not converted');
    const stl = Buffer.from(await answer.ready.converted.arrayBuffer());
    expect(answer.ready.sha256).toBe(sha256Hex(stl));
    const corners = new Float32Array(triangles.length);
    let at = 0;
    const check = createStlCheck(stl.length, (run, triangles) => {
      corners.set(run.subarray(0, 9 * triangles), at);
      at += 9 * triangles;
    });
    check.write(stl);
    expect(check.end().model?.triangles).toBe(triangles.length / 9);
    expect(corners).toEqual(triangles);
  });
  it('writes unit normals that point outwards', async () => {
    const answer = await inspectBytes(createObj(), 'a.obj', 'stl');
    if (!('ready' in answer) || !answer.ready.converted) throw new Error('not converted');
    const stl = Buffer.from(await answer.ready.converted.arrayBuffer());
    const reference = binaryStl(tetrahedronTriangles());
    expect(stl.subarray(80)).toEqual(reference.subarray(80));
  });
  it('reports its progress', async () => {
    const shares: number[] = [];
    const bytes = createPly('binary_little_endian', createWavyTube(270_000));
    await inspectForUpload(new File([Uint8Array.from(bytes)], 'a.ply'), { kind: 'stl', slot: null }, share =>
      shares.push(share),
    );
    expect(shares.length).toBeGreaterThan(3);
    expect(shares.at(-1)).toBe(1);
    expect(shares).toEqual([...shares].sort((a, b) => a - b));
  });
});

it.each(Object.entries(oddFiles))(
  "%s is uploaded unchanged, or refused with the check's code",
  async (_what, odd) => {
    const refused = odd.stl.startsWith('badContent') ? odd.stl : undefined;
    expect(await inspectionOutcome(odd.bytes, 'odd.stl', 'stl')).toBe(refused ?? sha256Hex(odd.bytes));
  },
);
