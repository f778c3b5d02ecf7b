import { MeshoptDecoder } from 'meshoptimizer';
import { beforeAll, expect, it } from 'vitest';
import { seededRandom } from './seeded-random.ts';
import type { Mesh } from './weld.ts';
import { encoderReady, writeGlb } from './write-glb.ts';

beforeAll(() => Promise.all([encoderReady, MeshoptDecoder.ready]));

/** A sheet of hills, `n` by `n` vertices. */
function hills(n: number): Mesh {
  const random = seededRandom(7);
  const positions = Float32Array.from({ length: 3 * n * n }, (_, i) => {
    const v = Math.floor(i / 3);
    return [(v % n) - 40, 0.7 * Math.floor(v / n), 4 * random()][i % 3] as number;
  });
  const indices: number[] = [];
  for (let y = 0; y < n - 1; y++)
    for (let x = 0; x < n - 1; x++) {
      const v = y * n + x;
      indices.push(v, v + 1, v + n, v + 1, v + n + 1, v + n);
    }
  return { positions, indices: Uint32Array.from(indices) };
}

/** Reads a GLB by its specification, with meshoptimizer's own decoder. */
function read(glb: Uint8Array) {
  const view = new DataView(glb.buffer, glb.byteOffset, glb.byteLength);
  expect([view.getUint32(0, true), view.getUint32(4, true), view.getUint32(8, true)]).toEqual([
    0x46546c67,
    2,
    glb.length,
  ]);
  const jsonBytes = view.getUint32(12, true);
  const json = JSON.parse(new TextDecoder().decode(glb.subarray(20, 20 + jsonBytes)));
  const bin = glb.subarray(20 + jsonBytes + 8);
  const decoded = json.bufferViews.map((each: { extensions: Record<string, Record<string, number>> }) => {
    const {
      byteOffset = 0,
      byteLength = 0,
      byteStride = 0,
      count = 0,
      mode,
    } = each.extensions.EXT_meshopt_compression as Record<string, number> & { mode: never };
    const target = new Uint8Array(count * byteStride);
    MeshoptDecoder.decodeGltfBuffer(
      target,
      count,
      byteStride,
      bin.subarray(byteOffset, byteOffset + byteLength),
      mode,
    );
    return target;
  });
  const numbers = new Uint16Array(decoded[0].buffer);
  const { scale, translation } = json.nodes[0];
  const point = (v: number) =>
    [0, 1, 2].map(axis => (numbers[4 * v + axis] as number) * scale[axis] + translation[axis]);
  return { json, indices: new Uint32Array(decoded[1].buffer), point };
}

const key = (points: number[][]) => points.map(p => p.map(value => value.toFixed(2)).join()).join(' ');
/** Writes a triangle beginning at its least corner, which keeps its orientation. */
function turned(points: number[][]): string {
  const ways = [0, 1, 2].map(from => key([0, 1, 2].map(i => points[(from + i) % 3] as number[])));
  return ways.toSorted()[0] as string;
}

it.each([16, 14] as const)('a mesh survives a GLB of %d bits, triangle by triangle', bits => {
  const mesh = hills(40);
  const { json, indices, point } = read(
    writeGlb([{ name: 'model', mesh }], { bits, extras: { unit: 'mm' } }),
  );
  expect(json.extras).toEqual({ unit: 'mm' });
  expect(indices.length).toBe(mesh.indices.length);
  const step = 39 / (2 ** bits - 1);
  const own = (v: number) => [...mesh.positions.subarray(3 * v, 3 * v + 3)];
  const near = new Map(
    Array.from({ length: mesh.positions.length / 3 }, (_, v) => [
      own(v)
        .slice(0, 2)
        .map(x => x.toFixed(1))
        .join(),
      own(v),
    ]),
  );
  const back = (v: number) => {
    const found =
      near.get(
        point(v)
          .slice(0, 2)
          .map(x => (Math.round(x * 10) / 10 + 0).toFixed(1))
          .join(),
      ) ?? [];
    for (const [axis, value] of point(v).entries())
      expect(Math.abs(value - (found[axis] ?? Number.NaN))).toBeLessThanOrEqual(step);
    return found;
  };
  const triangles = (list: Uint32Array, at: (v: number) => number[]) =>
    Array.from({ length: list.length / 3 }, (_, t) =>
      turned([0, 1, 2].map(i => at(list[3 * t + i] as number))),
    ).toSorted();
  expect(triangles(indices, back)).toEqual(triangles(mesh.indices, own));
});

it("a GLB has at most a quarter of an STL's bytes", () => {
  const mesh = hills(120);
  expect(writeGlb([{ name: 'model', mesh }]).length).toBeLessThan(50 * (mesh.indices.length / 3) * 0.25);
});
