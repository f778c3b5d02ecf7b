/** Unusual STL files as real programs write them, each with the verdict that every reader must give. */
import { gzipSync } from 'node:zlib';
import { seededRandom } from '#workers/mesh/seeded-random.ts';
import { createPng } from './image.ts';
import {
  asciiStl,
  binaryStl,
  createWavyTube,
  stlWithCoordinate,
  stlWithWrongCount,
  tetrahedronTriangles,
} from './stl.ts';

/** `verdict`: `taken`, or the refusal as `<refusal> <issue>`. */
type OddModel = { bytes: () => Buffer; verdict: string };

/** Number of triangles of a large model: more than its preview keeps. */
const large = 160_000;

/** `count` times the same triangle. */
const equal = (count: number) =>
  Float32Array.from({ length: 9 * count }, (_, i) => [0, 0, 0, 9, 0, 0, 0, 9, 0][i % 9] ?? 0);

/** `count` triangles around one common corner, which comes first in each triangle. */
function fan(count: number): Float32Array {
  const rim = (i: number) => {
    const angle = (2 * Math.PI * i) / count;
    return [30 * Math.cos(angle), 30 * Math.sin(angle), Math.sin(9 * angle)];
  };
  const corners = new Float32Array(9 * count);
  for (let i = 0; i < count; i++) corners.set([0, 0, 0, ...rim(i), ...rim((i + 1) % count)], 9 * i);
  return corners;
}

/** `count` unconnected triangles in a box of the size of an arch. */
function soup(count: number): Float32Array {
  const random = seededRandom(7);
  const corners = new Float32Array(9 * count);
  for (let t = 0; t < 9 * count; t += 9) {
    const at = [60 * random(), 50 * random(), 15 * random()];
    for (let i = 0; i < 9; i++) corners[t + i] = (at[i % 3] ?? 0) + 0.4 * random();
  }
  return corners;
}

const text = () => asciiStl().toString();

export const oddModels: Record<string, OddModel> = {
  'one triangle': { bytes: () => binaryStl(equal(1)), verdict: 'badContent mesh-few' },
  'one triangle, as text': { bytes: () => asciiStl(equal(1)), verdict: 'badContent mesh-few' },
  'a tetrahedron': { bytes: () => binaryStl(tetrahedronTriangles()), verdict: 'taken' },
  'the same triangle 200,000 times': {
    bytes: () => binaryStl(equal(200_000)),
    verdict: 'badContent mesh-few',
  },
  'every triangle twice': {
    bytes: () => binaryStl(Float32Array.from([...tetrahedronTriangles(), ...tetrahedronTriangles()])),
    verdict: 'taken',
  },
  'a fan of 160,000 triangles': { bytes: () => binaryStl(fan(large)), verdict: 'badContent mesh-fan' },
  'a foot closed by a fan of 8,000': { bytes: () => binaryStl(fan(8000)), verdict: 'taken' },
  '160,000 loose triangles': { bytes: () => binaryStl(soup(large)), verdict: 'badContent mesh-loose' },
  '1,000 loose triangles': { bytes: () => binaryStl(soup(1000)), verdict: 'taken' },
  'all points equal': {
    bytes: () => binaryStl(new Float32Array(9 * 12).fill(7)),
    verdict: 'badContent mesh-flat',
  },
  'all points equal, as text': {
    bytes: () => asciiStl(new Float32Array(9 * 12).fill(7)),
    verdict: 'badContent mesh-flat',
  },
  'a header that begins with solid': {
    bytes: () => binaryStl(tetrahedronTriangles(), 'solid'),
    verdict: 'taken',
  },
  '3 zero bytes at the end': {
    bytes: () => Buffer.concat([binaryStl(), Buffer.alloc(3)]),
    verdict: 'taken',
  },
  '1 KB of text at the end': {
    bytes: () => Buffer.concat([binaryStl(), Buffer.alloc(1024, 'made by ')]),
    verdict: 'taken',
  },
  'a picture at the end': {
    bytes: () => Buffer.concat([binaryStl(), createPng()]),
    verdict: 'badContent stl-trailing',
  },
  'one triangle fewer than stated': { bytes: () => stlWithWrongCount(5), verdict: 'badContent stl-length' },
  'one triangle more than stated': { bytes: () => stlWithWrongCount(3), verdict: 'badContent stl-length' },
  'text on one line': { bytes: () => Buffer.from(text().replaceAll('\n', ' ')), verdict: 'taken' },
  'a decimal comma': {
    bytes: () => Buffer.from(text().replaceAll('vertex 10', 'vertex 10,25')),
    verdict: 'badContent stl-comma',
  },
  'UTF-16': { bytes: () => Buffer.from(`\ufeff${text()}`, 'utf16le'), verdict: 'wrongFormat stl-utf16' },
  'text that breaks off': {
    bytes: () => Buffer.from(text().slice(0, -60)),
    verdict: 'badContent stl-truncated',
  },
  'a coordinate that is not a number': {
    bytes: () => stlWithCoordinate(Number.NaN),
    verdict: 'badContent stl-not-finite',
  },
  'no triangles': { bytes: () => binaryStl(new Float32Array(0)), verdict: 'badContent stl-empty' },
  gzip: { bytes: () => gzipSync(binaryStl(createWavyTube(500))), verdict: 'wrongFormat not-stl' },
  'a picture': { bytes: () => createPng(), verdict: 'wrongFormat not-stl' },
  'one byte': { bytes: () => Buffer.from('s'), verdict: 'wrongFormat not-stl' },
};
