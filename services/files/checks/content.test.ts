import { describe, expect, it } from 'vitest';
import { limits } from '#events/case/limits.ts';
import { isRefusal } from '#events/errors.ts';
import { fileRules } from '#events/file/kinds.ts';
import type { PlanBundle } from '#events/plan/bundle.ts';
import { encoderReady, writeGlb } from '#workers/mesh/write-glb.ts';
import { generatePlan, packPlan } from '#workers/teeth/plan.ts';
import {
  createDocx,
  createGzipWithoutTar,
  createOdt,
  createRar,
  createSevenZip,
  createTarGz,
  createZip,
} from '../../../infra/testing/generate/archive.ts';
import {
  createBmp,
  createJpeg,
  createPdf,
  createPng,
  createSvg,
  createTiff,
  pngOfChunks,
  pngOfSize,
  tiffWithPages,
} from '../../../infra/testing/generate/image.ts';
import { binaryStl, stlWithWrongCount } from '../../../infra/testing/generate/stl.ts';
import { measureThreadProcessorMs } from '../../../infra/testing/processor.ts';
import { contentChecks } from './kinds.ts';

/**
 * Passes bytes to a kind's check in pieces of 1,000 or a hundredth. Returns the type and facts, or `<refusal>
 * <issue>`.
 */
function said(kind: keyof typeof contentChecks, bytes: Buffer): string {
  const check = contentChecks[kind](bytes.length);
  const piece = Math.max(1000, Math.ceil(bytes.length / 100));
  try {
    for (let at = 0; at < bytes.length; at += piece) check.write(bytes.subarray(at, at + piece));
    const { mime, image, stages } = check.end();
    return [mime, image && `${image.width}x${image.height}`, stages && `${stages.upper}/${stages.lower}`]
      .filter(Boolean)
      .join(' ');
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return `${error.refusal} ${error.data?.issues?.[0]?.issue}`;
  }
}

const gif = Buffer.from('GIF89a\x01\x00\x01\x00', 'latin1');
await encoderReady;
const glb = Buffer.from(
  writeGlb([{ name: '11', mesh: { positions: new Float32Array(9), indices: Uint32Array.of(0, 1, 2) } }]),
);
const glbOfAll = Buffer.from(
  writeGlb(
    Array.from({ length: 32 * 201 + 2 }, (_, at) => ({
      name: `${at}`,
      mesh: { positions: new Float32Array(9), indices: Uint32Array.of(0, 1, 2) },
    })),
  ),
);
/** Offset of the binary chunk. */
const glbBin = 20 + glb.readUInt32LE(12);
/** A GLB with this JSON and an empty binary chunk. */
function glbOf(json: string): Buffer {
  const words = Buffer.from(json);
  const bytes = Buffer.concat([
    glb.subarray(0, 20),
    words,
    Buffer.alloc(4),
    glb.subarray(glbBin + 4, glbBin + 8),
  ]);
  bytes.writeUInt32LE(bytes.length, 8);
  bytes.writeUInt32LE(words.length, 12);
  return bytes;
}
const plan = (value: unknown) => Buffer.from(JSON.stringify(value));

describe('content check of images', () => {
  it.each([
    ['png', createPng(40, 30), 'image/png 40x30'],
    ['jpeg', createJpeg(40, 30), 'image/jpeg 40x30'],
    ['bmp', createBmp(40, 30), 'image/bmp 40x30'],
    ['tiff, little end first', createTiff(40, 30), 'image/tiff 40x30'],
    ['tiff, big end first', createTiff(40, 30, 'MM'), 'image/tiff 40x30'],
    ['50 megapixels', pngOfSize(10_000, 5000), 'image/png 10000x5000'],
    ['one row too many', pngOfSize(10_000, 5001), 'photoUpload too-many-pixels'],
    ['no width', pngOfSize(0, 50), 'photoUpload image-broken'],
    ['a PNG of many chunks', pngOfChunks(10_000), 'image/png 40x30'],
    ['a PNG that consists of chunks only', pngOfChunks(10_001), 'photoUpload image-broken'],
    ['a PNG cut short', createPng(40, 30).subarray(0, -20), 'photoUpload image-broken'],
    ['a JPEG cut before its frame', createJpeg().subarray(0, 22), 'photoUpload image-broken'],
    ['a BMP without pixels', createBmp().subarray(0, 40), 'photoUpload image-broken'],
    ['a BMP that holds half its rows', createBmp().subarray(0, 1200), 'photoUpload image-broken'],
    ['a TIFF that points past its end', createTiff().subarray(0, 20), 'photoUpload image-broken'],
    ['an SVG', createSvg(), 'wrongFormat not-image'],
    ['a PDF', createPdf(), 'wrongFormat not-image'],
    ['a GIF', gif, 'wrongFormat not-image'],
    ['a zip', createZip(), 'wrongFormat not-image'],
    ['a model', binaryStl(), 'wrongFormat not-image'],
    ['one byte', Buffer.from('B'), 'wrongFormat not-image'],
  ])('%s', (_what, bytes, expected) => {
    expect(said('photo', bytes)).toBe(expected);
    expect(said('radiograph', bytes)).toBe(expected);
  });
  it.each([
    ['two pages', tiffWithPages([{}, {}]), 'image/tiff 40x30'],
    ['a page of tiles', tiffWithPages([{ tile: [16, 16] }]), 'image/tiff 40x30'],
    ['60 megapixels in 200 bytes', tiffWithPages([{ size: [10_000, 6000] }]), 'photoUpload too-many-pixels'],
    [
      'pages of 60 megapixels together',
      tiffWithPages([{ size: [6000, 5000] }, { size: [6000, 5000] }]),
      'photoUpload too-many-pixels',
    ],
    ['pages without end', tiffWithPages(Array(17).fill({})), 'photoUpload image-broken'],
    ['pages in a circle', tiffWithPages([{}, {}], { circle: true }), 'photoUpload image-broken'],
    [
      'a tile larger than any picture',
      tiffWithPages([{ tile: [65_520, 65_520] }]),
      'photoUpload image-broken',
    ],
    ['tiles of no width', tiffWithPages([{ tile: [0, 16] }]), 'photoUpload image-broken'],
    ['more strips than rows', tiffWithPages([{ strips: 31 }]), 'photoUpload image-broken'],
    ['4 thousand million strips', tiffWithPages([{ stated: 0xffffffff }]), 'photoUpload image-broken'],
    ['a strip beyond the end', tiffWithPages([{ bytes: 1_000_000 }]), 'photoUpload image-broken'],
    ['overlapping strips', tiffWithPages([{ strips: 30, bytes: 200 }]), 'photoUpload image-broken'],
    ['65,535 channels', tiffWithPages([{ samples: 65_535 }]), 'photoUpload image-broken'],
  ])('a TIFF with %s', (_what, bytes, expected) => {
    expect(said('photo', bytes)).toBe(expected);
  });
  it('rejects a TIFF that names the same long list in every entry before it blocks the server', () => {
    const [entries, values] = [2000, 500_000];
    const bytes = Buffer.alloc(1024 * 1024);
    bytes.write('II*\0', 'latin1');
    bytes.writeUInt32LE(8, 4);
    bytes.writeUInt16LE(entries, 8);
    const fill = (tag: (i: number) => number) => {
      for (let i = 0; i < entries; i++) {
        const at = 10 + 12 * i;
        bytes.writeUInt16LE(tag(i), at);
        bytes.writeUInt16LE(1, at + 2);
        bytes.writeUInt32LE(values, at + 4);
        bytes.writeUInt32LE(bytes.length - values, at + 8);
      }
    };
    for (const tag of [() => 273, (i: number) => [273, 279, 324, 325, 256, 257][i % 6] ?? 0]) {
      fill(tag);
      const read = () => expect(said('photo', bytes)).toBe('photoUpload image-broken');
      expect(measureThreadProcessorMs(read)).toBeLessThan(1000);
    }
  });
  it('accepts png and jpeg as an avatar', () => {
    expect(said('avatar', createPng())).toBe('image/png 32x24');
    expect(said('avatar', createBmp())).toBe('wrongFormat not-image');
  });
});

describe('content check of archives', () => {
  it.each([
    ['zip', createZip(), 'application/zip'],
    ['zip with a comment', Buffer.concat([createZip(), Buffer.alloc(60_000)]), 'application/zip'],
    ['rar', createRar(), 'application/vnd.rar'],
    ['7z', createSevenZip(), 'application/x-7z-compressed'],
    ['tar.gz', createTarGz(), 'application/gzip'],
    ['gz of no tar', createGzipWithoutTar(), 'badContent archive-broken'],
    ['a zip cut short', createZip().subarray(0, -22), 'badContent archive-broken'],
    ['a PNG', createPng(), 'wrongFormat not-archive'],
    ['a Word file', createDocx(), 'wrongFormat office-file'],
    ['a Word file with much in it', createDocx(900), 'wrongFormat office-file'],
    ['an old Word file', Buffer.from('d0cf11e0a1b11ae1'.padEnd(1024, '0'), 'hex'), 'wrongFormat office-file'],
    ['an OpenDocument', createOdt(), 'wrongFormat office-file'],
    ['a Word file within a zip', createZip('letter.docx', createDocx()), 'application/zip'],
    ['text', Buffer.from('notes'), 'wrongFormat not-archive'],
  ])('%s', (_what, bytes, expected) => {
    expect(said('archive', bytes)).toBe(expected);
    expect(said('other', bytes)).toBe(expected);
  });
});

describe('content check of plans', () => {
  it.each([
    ['plan.json', plan({ upperStages: 24, lowerStages: 20, name: 'Plan 1' }), 'application/json 24/20'],
    [
      'with a byte order mark',
      Buffer.concat([Buffer.from('\ufeff'), plan({ upperStages: 1, lowerStages: 0 })]),
      'application/json 1/0',
    ],
    ['without stages', plan({ name: 'Plan 1' }), 'badContent plan-broken'],
    ['invalid teeth', plan({ upperStages: 24, lowerStages: 20, teeth: null }), 'badContent required'],
    ['with 201 stages', plan({ upperStages: 201, lowerStages: 0 }), 'badContent plan-broken'],
    [
      'half a plan.json',
      plan({ upperStages: 24, lowerStages: 20 }).subarray(0, -4),
      'badContent plan-broken',
    ],
    ['too long a plan.json', Buffer.from(`{${' '.repeat(8 * 1024 * 1024)}}`), 'badContent plan-long'],
    [
      'a plan.json of a million words',
      plan({ teeth: Array(1_000_000).fill('') }),
      'badContent too-many-values',
    ],
    ['a plan.json of nested lists', Buffer.from(`{"teeth":${'['.repeat(1e5)}`), 'badContent too-many-values'],
    [
      'a plan.json with commas and brackets in a text',
      plan({ upperStages: 24, lowerStages: 20, name: '\\",[{'.repeat(1e5) }),
      'application/json 24/20',
    ],
    [
      'a GLB of a million invalid nodes',
      glbOf(`{"asset":{"version":"2.0"},"meshes":[{}],"nodes":[${'0,'.repeat(1e6)}0]}`),
      'badContent too-many-values',
    ],
    [
      'a GLB of more nodes than teeth have shapes',
      glbOf(`{"asset":{"version":"2.0"},"meshes":[{}],"nodes":[${'{},'.repeat(10_000)}{}]}`),
      'badContent glb-broken',
    ],
    ['a GLB of a shape for each tooth at each stage', glbOfAll, 'model/gltf-binary'],
    [
      'a GLB with an invalid node',
      glbOf('{"asset":{"version":"2.0"},"meshes":[{}],"nodes":[null]}'),
      'badContent glb-broken',
    ],
    ['a zip', createZip(), 'application/zip'],
    ['a model', binaryStl(), 'model/stl'],
    ['a model with a wrong triangle count', stlWithWrongCount(9), 'badContent stl-length'],
    ['a picture', createPng(), 'wrongFormat not-plan'],
    ['a GLB', glb, 'model/gltf-binary'],
    [
      'a GLB of words alone',
      glbOf('{"asset":{"version":"2.0"},"meshes":[{}],"nodes":[{"mesh":0}]}'),
      'model/gltf-binary',
    ],
    ['a GLB cut short', glb.subarray(0, -4), 'badContent glb-broken'],
    ['a GLB of a head alone', glb.subarray(0, 12), 'badContent glb-broken'],
    ['a GLB that goes on', Buffer.concat([glb, Buffer.alloc(4)]), 'badContent glb-broken'],
    ['a GLB of version 1', Buffer.from(glb.with(4, 1)), 'badContent glb-broken'],
    ['a GLB whose JSON chunk exceeds the file', Buffer.from(glb.with(15, 0x7f)), 'badContent glb-broken'],
    ['a GLB whose JSON chunk is no JSON', Buffer.from(glb.with(21, 0)), 'badContent glb-broken'],
    ['a GLB without its binary part', Buffer.from(glb.with(glbBin + 4, 0)), 'badContent glb-broken'],
    [
      'a GLB without meshes',
      glbOf('{"asset":{"version":"2.0"},"meshes":[],"nodes":[{}]}'),
      'badContent glb-broken',
    ],
    [
      'a GLB that names a mesh that it has not',
      glbOf('{"asset":{"version":"2.0"},"meshes":[{}],"nodes":[{"mesh":1}]}'),
      'badContent glb-broken',
    ],
    [
      'garbage that begins as a GLB',
      Buffer.concat([glb.subarray(0, 12), Buffer.alloc(glb.length - 12, 0xa5)]),
      'badContent glb-broken',
    ],
  ])('%s', (_what, bytes, expected) => {
    expect(said('plan', bytes)).toBe(expected);
  });
});

describe('content check of a plan.json with teeth', () => {
  const nothing = { teeth: new Uint8Array(12), coarse: new Uint8Array(12) };
  const wish = {
    look: 'crowding',
    upperStages: 12,
    lowerStages: 10,
    ipr: [{ contact: '11-21', mm: 0.2 }],
  } as const;
  const { bundle } = packPlan(generatePlan(1, wish), () => '0'.repeat(64), nothing);
  /** Issues of the plan after a change: path and word of each. */
  const issues = (change: (bundle: PlanBundle) => unknown): string[] => {
    const bytes = plan(change(structuredClone(bundle)));
    const check = contentChecks.plan(bytes.length);
    check.write(bytes);
    try {
      return [`${check.end().mime}`];
    } catch (error) {
      if (!isRefusal(error)) throw error;
      return (error.data?.issues ?? []).map(({ path, issue }) => `${path} ${issue}`);
    }
  };
  const first = (b: PlanBundle) => b.teeth[0] ?? expect.fail('no tooth');

  it('accepts it unchanged', () => {
    expect(issues(b => b)).toEqual(['application/json']);
    expect(said('plan', plan(bundle))).toBe('application/json 12/10');
  });
  it.each<[string, (b: PlanBundle) => unknown, string]>([
    [
      'a tooth 99',
      b => Object.assign(b, { teeth: [{ ...first(b), fdi: 99 }] }),
      'plan.teeth.0.fdi tooth-unknown',
    ],
    ['a tooth twice', b => Object.assign(b, { teeth: [...b.teeth, first(b)] }), 'plan.teeth.28.fdi repeated'],
    [
      'an attachment past the end',
      b => Object.assign(b.attachments[0] ?? {}, { to: 13 }) && b,
      'plan.attachments.0.to stage-past-end',
    ],
    [
      'IPR past the end',
      b => Object.assign(b.ipr[0] ?? {}, { before: 13 }) && b,
      'plan.ipr.0.before stage-past-end',
    ],
    ['a stage that lacks poses', b => first(b).poses.splice(7, 7) && b, 'plan.teeth.0.poses poses-count'],
    [
      'a turn that is none',
      b => first(b).poses.splice(3, 4, 0, 0, 0, 0) && b,
      'plan.teeth.0.poses not-rigid',
    ],
    [
      'a turn of another length than 1',
      b => first(b).poses.splice(3, 4, 1, 1, 0, 0) && b,
      'plan.teeth.0.poses not-rigid',
    ],
    [
      'a place that is no number',
      b => first(b).poses.splice(0, 1, Number.NaN) && b,
      'plan.teeth.0.poses.0 not-a-number',
    ],
    [
      'a pontic past the end',
      b => ({ ...b, pontics: [{ tooth: 12, from: 1, to: 13 }] }),
      'plan.pontics.0.to stage-past-end',
    ],
    [
      'arches without a stage',
      b => ({ ...b, upperStages: 0, lowerStages: 0 }),
      'plan.teeth.0.poses poses-count',
    ],
    [
      'shapes that it does not name by their hash',
      b => ({ ...b, parts: { ...b.parts, coarse: { sha256: 'none', bytes: 12 } } }),
      'plan.parts.coarse.sha256 hash-format',
    ],
    [
      'poses that are 150,000 words',
      b => Object.assign(b, { teeth: [{ ...first(b), poses: Array(150_000).fill('') }] }),
      'plan.teeth.0.poses too-many',
    ],
    [
      'attachments that are 90,000 empty things',
      b => ({ ...b, attachments: Array(90_000).fill({}) }),
      'plan.attachments too-many',
    ],
    ['crooked axes', b => first(b).axes.splice(0, 3, 0, 1, 0) && b, 'plan.teeth.0.axes axes-crooked'],
    ['201 stages', b => ({ ...b, upperStages: 201 }), 'plan.upperStages too-big'],
    ['a field of another release', b => ({ ...b, roots: [] }), 'plan.roots unknown-field'],
    ['no shapes', b => ({ ...b, parts: undefined }), 'plan.parts required'],
    ['no teeth', b => ({ ...b, teeth: [] }), 'plan.teeth no-teeth'],
  ])('rejects it with the invalid field: %s', (_what, change, expected) => {
    expect(issues(change)[0]).toBe(expected);
  });
  it.each(['NaN', '1e999', '-1e999'])('rejects a position of %s', value => {
    const text = JSON.stringify(bundle).replace(/"poses":\[[^,]*/, `"poses":[${value}`);
    const bytes = Buffer.from(text);
    expect(said('plan', bytes)).toBe(value === 'NaN' ? 'badContent plan-broken' : 'badContent not-a-number');
  });
  it('reports at most five fields', () => {
    const all = (b: PlanBundle) => ({ ...b, teeth: b.teeth.map(t => ({ ...t, fdi: 99 })) });
    expect(issues(all).length).toBe(5);
  });
});

it('accepts anything for chat, whatever the name says', () => {
  expect(said('chat', createPdf())).toBe('application/pdf');
  expect(said('chat', Buffer.from('<script>'))).toBe('application/octet-stream');
});

it('applies the size limits of the specification', () => {
  const sizes = Object.fromEntries(Object.entries(fileRules).map(([kind, rule]) => [kind, rule.maxBytes]));
  expect(sizes).toMatchObject({
    stl: 209_715_200,
    photo: 20 * 1024 * 1024,
    avatar: 2_097_152,
    chat: limits.chatBytes,
  });
});
