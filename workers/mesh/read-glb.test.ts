import { beforeAll, describe, expect, it } from 'vitest';
import { encoderReady, writeGlb } from './glb.ts';
import { decoderReady, readGlb } from './read-glb.ts';
import { seeded } from './seeded.ts';
import type { Mesh } from './weld.ts';

beforeAll(() => Promise.all([encoderReady, decoderReady]));

function fan(n: number, seed: number): Mesh {
  const random = seeded(seed);
  const positions = Float32Array.from({ length: 3 * (n + 2) }, () => 10 * random() - 5);
  const indices = Uint32Array.from(
    { length: 3 * n },
    (_, i) => [0, 1, 2].map(k => (k ? Math.floor(i / 3) + k : 0))[i % 3] as number,
  );
  return { positions, indices };
}
const corner = ({ positions, indices }: Mesh, i: number) =>
  [0, 1, 2].map(axis => positions[3 * (indices[i] as number) + axis] as number);
/** Triangles without their order, which packing changes. */
const triangles = (mesh: Mesh) =>
  Array.from({ length: mesh.indices.length / 3 }, (_, t) =>
    [0, 1, 2]
      .map(k =>
        corner(mesh, 3 * t + k)
          .map(value => value.toFixed(2))
          .join(' '),
      )
      .toSorted()
      .join('|'),
  ).toSorted();

describe('a GLB of named meshes', () => {
  const parts = [
    { name: '11', mesh: fan(40, 1) },
    { name: 'gum-upper', mesh: fan(7, 2) },
  ];
  it('is read back as it was written, but for the bits', () => {
    const back = readGlb(writeGlb(parts));
    expect(back.map(({ name }) => name)).toEqual(['11', 'gum-upper']);
    for (const [i, { mesh }] of parts.entries())
      expect(triangles(back[i]?.mesh ?? mesh)).toEqual(triangles(mesh));
  });
  it.each([
    ['cut short', (bytes: Uint8Array) => bytes.subarray(0, -8)],
    ['of another make', (bytes: Uint8Array) => bytes.with(0, 0)],
    ['without its json', (bytes: Uint8Array) => bytes.with(20, 0)],
    ['a letter', () => new TextEncoder().encode('Dear doctor, here is the plan, as you asked for it.')],
    [
      'with packed bytes that are none',
      (bytes: Uint8Array) => bytes.map((b, i) => (i > bytes.length - 200 ? 255 - b : b)),
    ],
  ])('is refused where it is %s', (_what, change) => {
    expect(() => readGlb(change(writeGlb(parts)))).toThrow(
      expect.objectContaining({ refusal: 'badContent' }),
    );
  });
});
