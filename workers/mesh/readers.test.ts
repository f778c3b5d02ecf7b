import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isRefusal } from '#events/errors.ts';
import type { OnTriangles } from '#events/file/triangle-runs.ts';
import { createObj, createPly, type PlyEncoding } from '../../infra/testing/generate/mesh.ts';
import { tetrahedronTriangles } from '../../infra/testing/generate/stl.ts';
import { createObjReader } from './read-obj.ts';
import { createPlyReader } from './read-ply.ts';
import type { MeshReader } from './reader.ts';

type Read = (onTriangles: OnTriangles) => MeshReader;

/** Returns all corners' numbers, fed in pieces of these sizes in rotation. */
function corners(read: Read, bytes: Uint8Array, pieces: readonly number[] = [4096]): number[] {
  const found: number[] = [];
  const reader = read((run, triangles) => {
    for (const number of run.subarray(0, 9 * triangles)) found.push(number);
  });
  for (let at = 0, i = 0; at < bytes.length; i++) {
    const piece = pieces[i % pieces.length] ?? 1;
    reader.write(bytes.subarray(at, at + piece));
    at += piece;
  }
  expect(reader.end().triangles).toBe(found.length / 9);
  return found;
}

/** Returns the corners, or `<refusal> <issue> <values>`. */
function said(read: Read, bytes: Uint8Array, pieces?: readonly number[]): string {
  try {
    return corners(read, bytes, pieces).join(' ');
  } catch (error) {
    if (!isRefusal(error)) throw error;
    const { issue, values = {} } = error.data?.issues?.[0] ?? {};
    return [error.refusal, issue, ...Object.values(values)].join(' ');
  }
}

const encodings: PlyEncoding[] = ['ascii', 'binary_little_endian', 'binary_big_endian'];

type Sound = [what: string, read: Read, bytes: Buffer];

describe('valid models', () => {
  const sound: Sound[] = [
    ['OBJ', createObjReader, createObj()],
    ['OBJ with CRLF', createObjReader, createObj(tetrahedronTriangles(), '\r\n')],
    ['OBJ with CR', createObjReader, createObj(tetrahedronTriangles(), '\r')],
    ...encodings.map((e): Sound => [`PLY, ${e}`, createPlyReader, createPly(e)]),
    ...encodings.map(
      (e): Sound => [`PLY, ${e}, with CRLF`, createPlyReader, createPly(e, tetrahedronTriangles(), '\r\n')],
    ),
  ];
  it.each(sound)('in %s give their triangles for any chunk sizes', (_what, read, bytes) => {
    const expected = [...tetrahedronTriangles()];
    expect(corners(read, bytes)).toEqual(expected);
    expect(corners(read, bytes, [1])).toEqual(expected);
    expect(corners(read, bytes, [7, 60])).toEqual(expected);
  });
  it('keep any numbers in either format', () => {
    const model = fc
      .array(fc.float({ noDefaultInfinity: true, noNaN: true, min: -500, max: 500 }), {
        minLength: 9,
        maxLength: 45,
      })
      .map(list => Float32Array.from(list.slice(0, list.length - (list.length % 9)), v => v + 0));
    const pieces = fc.array(fc.integer({ min: 1, max: 300 }), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(model, pieces, (triangles, sizes) => {
        for (const encoding of encodings)
          expect(corners(createPlyReader, createPly(encoding, triangles), sizes)).toEqual([...triangles]);
        expect(corners(createObjReader, createObj(triangles), sizes)).toEqual([...triangles]);
      }),
      { numRuns: 200, seed: 6 },
    );
  });
  it('have faces of four corners split into two triangles', () => {
    const square = 'v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf -4 -3 \\\n -2 -1\n';
    expect(said(createObjReader, Buffer.from(square))).toBe('0 0 0 1 0 0 1 1 0 0 0 0 1 1 0 0 1 0');
  });
  it('have a bounding box of used vertices only', () => {
    const reader = createObjReader(() => {});
    reader.write(Buffer.from('v 9 9 9\nv 0 0 0\nv 2 0 0\nv 0 3 0\nf 2 3 4'));
    expect(reader.end()).toEqual({ triangles: 1, box: [0, 0, 0, 2, 3, 0] });
  });
});

const text = createPly('ascii').toString();
const binary = createPly('binary_little_endian');

describe('invalid models', () => {
  it.each([
    ['nothing', '', 'badContent stl-empty'],
    ['corners alone', 'v 0 0 0\nv 1 0 0\nv 0 1 0\n', 'badContent stl-empty'],
    ['a face of two', 'v 0 0 0\nv 1 0 0\nf 1 2\n', 'badContent stl-empty'],
    ['a corner defined after its face', 'v 0 0 0\nf 1 2 3\nv 1 0 0\nv 0 1 0\n', 'badContent mesh-corner 1'],
    ['a corner before the first', 'v 0 0 0\nf -1 -2 -3\n', 'badContent mesh-corner 1'],
    ['corner 0', 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 0 1 2\n', 'badContent mesh-corner 1'],
    ['a malformed number', 'v 0 zero 0\n', 'badContent mesh-syntax 1'],
    ['two coordinates', '\nv 0 1\n', 'badContent mesh-syntax 2'],
    ['nan', 'v 0 nan 0\n', 'badContent mesh-not-finite 1'],
    ['a number beyond float32', 'v 0 0 0\nv 1e39 0 0\n', 'badContent mesh-not-finite 2'],
    ['a line without an end', 'x'.repeat(300_000), 'badContent mesh-syntax 1'],
    ['prose', 'A letter to the laboratory.\n', 'badContent stl-empty'],
  ])('an OBJ with %s is refused', (_what, content, expected) => {
    expect(said(createObjReader, Buffer.from(content))).toBe(expected);
  });
  it.each([
    ['a header alone', Buffer.from('ply\n'), 'badContent mesh-truncated header'],
    [
      'a header without an end',
      Buffer.from(`ply\n${'comment x\n'.repeat(9000)}`),
      'badContent mesh-syntax 1',
    ],
    ['an unknown encoding', Buffer.from(text.replace('ascii', 'base64')), 'badContent mesh-syntax 2'],
    [
      'an unknown type',
      Buffer.from(text.replace('property float x', 'property half x')),
      'badContent mesh-syntax 5',
    ],
    ['an unknown word', Buffer.from(text.replace('comment', 'toString')), 'badContent mesh-syntax 3'],
    ['no z', Buffer.from(text.replace('float z', 'float height')), 'badContent mesh-syntax 1'],
    ['a property of nothing', Buffer.from('ply\nproperty float x\nend_header\n'), 'badContent mesh-syntax 2'],
    [
      'more corners than it holds',
      Buffer.from(text.replace('vertex 12', 'vertex 99')),
      'badContent mesh-syntax 26',
    ],
    [
      'a corner that is not there',
      Buffer.from(text.replace('3 9 10 11', '3 9 10 12')),
      'badContent mesh-corner 4',
    ],
    ['half a corner', Buffer.from(text.replace('3 9 10 11', '3 9 10 10.5')), 'badContent mesh-corner 4'],
    ['a missing face, text', Buffer.from(text.replace('3 9 10 11\n', '')), 'badContent mesh-truncated face'],
    ['a missing byte', binary.subarray(0, -1), 'badContent mesh-truncated face'],
    ['its half', binary.subarray(0, 300), 'badContent mesh-truncated vertex'],
    [
      '4 thousand million records of nothing',
      Buffer.from('ply\nelement nothing 4294967295\nend_header\n'),
      'badContent mesh-syntax 3',
    ],
    [
      'records of nothing, a million at a time',
      Buffer.from(`ply\n${'element nothing 1000000\n'.repeat(40)}end_header\n`),
      'badContent mesh-syntax 42',
    ],
    ...['constructor', 'list toString int', 'list int valueOf'].map((type): [string, Buffer, string] => [
      `a type that every object has: ${type}`,
      Buffer.concat([
        Buffer.from(
          `ply\nformat binary_big_endian 1.0\nelement face 1\nproperty ${type} vertex_index\nend_header\n`,
        ),
        Buffer.alloc(40),
      ]),
      'badContent mesh-syntax 4',
    ]),
    [
      'a face of 4 thousand million corners',
      Buffer.concat([
        Buffer.from(
          'ply\nformat binary_big_endian 1.0\nelement face 1\nproperty list uint int vertex_index\nend_header\n',
        ),
        Buffer.alloc(400_000, 0xff),
      ]),
      'badContent mesh-syntax 5',
    ],
  ])('a PLY with %s is refused', (_what, bytes, expected) => {
    expect(said(createPlyReader, bytes)).toBe(expected);
  });
  it('that are damaged end in a refusal or a model, never in another error', () => {
    const sound = fc.constantFrom(...encodings.map(e => createPly(e)));
    const damage = fc.array(fc.record({ at: fc.nat(600), byte: fc.nat(255) }), { maxLength: 4 });
    fc.assert(
      fc.property(sound, damage, fc.nat(600), (bytes, changes, cut) => {
        const damaged = Uint8Array.from(bytes.subarray(0, bytes.length - (cut % bytes.length)));
        for (const { at, byte } of changes) if (at < damaged.length) damaged[at] = byte;
        expect(said(createPlyReader, damaged, [50])).toMatch(/^(badContent |[-\d])/);
        expect(said(createObjReader, damaged, [50])).toMatch(/^(badContent |[-\d])/);
      }),
      { numRuns: 2000, seed: 7 },
    );
  });
});
