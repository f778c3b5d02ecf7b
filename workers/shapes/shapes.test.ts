import { beforeAll, describe, expect, it } from 'vitest';
import type { Fdi } from '#events/tooth/fdi.ts';
import { decoderReady } from '../mesh/read-glb.ts';
import type { Mesh } from '../mesh/weld.ts';
import { encoderReady, type NamedMesh, writeGlb } from '../mesh/write-glb.ts';
import { skinGum } from './gum-skinning.ts';
import { vertexNormalsOf } from './normals.ts';
import type { ToothPivotAndAxes } from './protocol.ts';
import { prepareModelShape, preparePlanShapes } from './shapes.ts';

beforeAll(() => Promise.all([encoderReady, decoderReady]));

/** A box about the origin, with faces outwards. */
function box(x: number, y: number, z: number): Mesh {
  const positions = Float32Array.from({ length: 24 }, (_, i) => {
    const v = Math.floor(i / 3);
    return [v & 1 ? x : -x, v & 2 ? y : -y, v & 4 ? z : -z][i % 3] as number;
  });
  const quads = [
    [0, 2, 3, 1],
    [4, 5, 7, 6],
    [0, 1, 5, 4],
    [2, 6, 7, 3],
    [0, 4, 6, 2],
    [1, 3, 7, 5],
  ];
  return {
    positions,
    indices: Uint32Array.from(quads.flatMap(([a = 0, b = 0, c = 0, d = 0]) => [a, b, c, a, c, d])),
  };
}

const place = (fdi: Fdi, x: number): ToothPivotAndAxes => ({
  fdi,
  pivot: [x, 4, 20],
  axes: [1, 0, 0, 0, 0, 1, 0, -1, 0],
});
const places = [place(11, -4), place(21, 4)];

describe('normals', () => {
  it('point outwards and have length 1', () => {
    const mesh = box(2, 3, 4);
    const normals = vertexNormalsOf(mesh);
    for (let v = 0; v < normals.length; v += 3) {
      const n = [...normals.subarray(v, v + 3)];
      expect(Math.hypot(...n)).toBeCloseTo(1, 5);
      expect(n.map(Math.sign)).toEqual([...mesh.positions.subarray(v, v + 3)].map(Math.sign));
    }
  });
  it('are [0, 0, 1] at a vertex without a triangle', () => {
    const normals = vertexNormalsOf({ positions: new Float32Array(3), indices: new Uint32Array() });
    expect([...normals]).toEqual([0, 0, 1]);
  });
});

describe('a gum skinned to its teeth', () => {
  const positions = Float32Array.from([-4, 8, 20, 4, 8, 20, 0, 8, 20, -4, 22, 20]);
  const { bones, weights, teeth } = skinGum(positions, places);
  const of = (v: number) =>
    new Map(
      Array.from(
        { length: 4 },
        (_, i) => [bones[4 * v + i], weights[4 * v + i] as number] as const,
      ).toReversed(),
    );

  it('moves with the tooth whose neck is near', () => {
    expect(teeth).toEqual([11, 21]);
    expect(of(0).get(1)).toBeGreaterThan(0.8);
    expect(of(1).get(2)).toBeGreaterThan(0.8);
  });
  it('moves half with each of two equally near teeth', () => {
    expect(of(2).get(1)).toBeCloseTo(of(2).get(2) ?? 0, 6);
  });
  it('does not move far from all teeth', () => {
    expect(weights[12]).toBeGreaterThan(0.99);
  });
  it('has weights that sum to 1', () => {
    for (let v = 0; v < 4; v++)
      expect([0, 1, 2, 3].reduce((sum, i) => sum + (weights[4 * v + i] as number), 0)).toBeCloseTo(1, 5);
  });
});

describe('the shapes of a plan', () => {
  const parts: NamedMesh[] = [
    { name: '11', mesh: box(4, 5, 3) },
    { name: 'gum-upper', mesh: box(10, 3, 8) },
    { name: 'something else', mesh: box(1, 1, 1) },
  ];
  it('include the named teeth and their gums; a tooth without a shape is omitted', () => {
    const { teeth, gums } = preparePlanShapes(writeGlb(parts), places);
    expect(teeth.map(({ fdi }) => fdi)).toEqual([11]);
    expect(gums.map(({ arch }) => arch)).toEqual(['upper']);
    expect(gums[0]?.bones.length).toBe(((gums[0]?.positions.length ?? 0) / 3) * 4);
  });
  it('have shades from the neck to the edge', () => {
    const { teeth } = preparePlanShapes(writeGlb(parts), places);
    const { positions, shades } = teeth[0] ?? { positions: new Float32Array(), shades: new Uint8Array() };
    for (let v = 0; v < shades.length; v++)
      expect(shades[v]).toBe((positions[3 * v + 1] as number) < 0 ? 255 : 0);
  });
  it('refuse bytes other than a GLB', () => {
    expect(() => preparePlanShapes(new Uint8Array(100), places)).toThrow();
  });
});

describe('the shape of a digital model', () => {
  it('is its mesh with normals', () => {
    const { positions, normals, indices } = prepareModelShape(
      writeGlb([{ name: 'model', mesh: box(30, 20, 10) }]),
    );
    expect([positions.length, normals.length, indices.length]).toEqual([24, 24, 36]);
  });
  it('refuses a GLB without a model', () => {
    expect(() => prepareModelShape(writeGlb([{ name: '11', mesh: box(4, 5, 3) }]))).toThrow();
  });
});
