import { MeshoptDecoder } from 'meshoptimizer/decoder';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { decoderReady, readGlb } from './read-glb.ts';
import { seededRandom } from './seeded-random.ts';
import type { Mesh } from './weld.ts';
import { encoderReady, writeGlb } from './write-glb.ts';

beforeAll(() => Promise.all([encoderReady, decoderReady]));

function fan(n: number, seed: number): Mesh {
  const random = seededRandom(seed);
  const positions = Float32Array.from({ length: 3 * (n + 2) }, () => 10 * random() - 5);
  const indices = Uint32Array.from(
    { length: 3 * n },
    (_, i) => [0, 1, 2].map(k => (k ? Math.floor(i / 3) + k : 0))[i % 3] as number,
  );
  return { positions, indices };
}
const corner = ({ positions, indices }: Mesh, i: number) =>
  [0, 1, 2].map(axis => positions[3 * (indices[i] as number) + axis] as number);
/** Triangles without their order, which compression changes. */
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

/** The same GLB with changed JSON. */
function rewritten(glb: Uint8Array, change: (json: Record<string, unknown>) => unknown): Uint8Array {
  const length = new DataView(glb.buffer, glb.byteOffset).getUint32(12, true);
  const json = JSON.stringify(change(JSON.parse(new TextDecoder().decode(glb.subarray(20, 20 + length)))));
  const text = new TextEncoder().encode(json.padEnd(Math.ceil(json.length / 4) * 4));
  const out = new Uint8Array(20 + text.length + glb.length - 20 - length);
  out.set(glb.subarray(0, 20));
  out.set(text, 20);
  out.set(glb.subarray(20 + length), 20 + text.length);
  const head = new DataView(out.buffer);
  head.setUint32(8, out.length, true);
  head.setUint32(12, text.length, true);
  return out;
}
/** A thousand nodes that name the same three million vertices: 24 GB. */
const bomb = (bytes: Uint8Array) =>
  rewritten(bytes, json => {
    const text = JSON.stringify(json).replace(/"count":\d+/g, '"count":3000000');
    const { nodes, ...more } = JSON.parse(text);
    return { ...more, nodes: Array.from({ length: 1000 }, () => nodes[0]) };
  });

describe('reading a GLB of named meshes', () => {
  const parts = [
    { name: '11', mesh: fan(40, 1) },
    { name: 'gum-upper', mesh: fan(7, 2) },
  ];
  it('returns what was written, within the quantisation', () => {
    const back = readGlb(writeGlb(parts));
    expect(back.map(({ name }) => name)).toEqual(['11', 'gum-upper']);
    for (const [i, { mesh }] of parts.entries())
      expect(triangles(back[i]?.mesh ?? mesh)).toEqual(triangles(mesh));
  });
  it.each([
    ['cut short', (bytes: Uint8Array) => bytes.subarray(0, -8)],
    ['of another format', (bytes: Uint8Array) => bytes.with(0, 0)],
    ['without its json', (bytes: Uint8Array) => bytes.with(20, 0)],
    ['a letter', () => new TextEncoder().encode('Dear doctor, here is the plan, as you asked for it.')],
    [
      'with corrupt compressed bytes',
      (bytes: Uint8Array) => bytes.map((b, i) => (i > bytes.length - 200 ? 255 - b : b)),
    ],
  ])('refuses a GLB %s', (_what, change) => {
    expect(() => readGlb(change(writeGlb(parts)))).toThrow(
      expect.objectContaining({ refusal: 'badContent' }),
    );
  });
  it('refuses a GLB that would unpack to gigabytes before unpacking any of it', () => {
    const bytes = writeGlb(parts);
    const unpacking = vi.spyOn(MeshoptDecoder, 'decodeGltfBuffer');
    expect(() => readGlb(bomb(bytes))).toThrow(expect.objectContaining({ refusal: 'badContent' }));
    expect(unpacking).not.toHaveBeenCalled();
    readGlb(bytes);
    expect(unpacking).toHaveBeenCalled();
    unpacking.mockRestore();
  });
});
