import { describe, expect, it } from 'vitest';
import { topologyOf } from './topology.ts';
import { guessUnit } from './unit.ts';
import { weldCorners } from './weld.ts';

/** Unindexed corners of triangles given as lists of points. */
const soup = (...triangles: number[][][]) => Float32Array.from(triangles.flat(2));
const [o, x, y, z] = [
  [0, 0, 0],
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];
const tetrahedron = [
  [o, y, x],
  [o, x, z],
  [o, z, y],
  [x, y, z],
] as number[][][];

describe('welding', () => {
  it("merges equal corners into one vertex, and keeps each triangle's orientation", () => {
    const { positions, indices } = weldCorners(soup(...tetrahedron), 4);
    expect([...positions]).toEqual([0, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 1]);
    expect([...indices]).toEqual([0, 1, 2, 0, 2, 3, 0, 3, 1, 2, 1, 3]);
  });
  it('treats −0', () => {
    const { positions } = weldCorners(
      soup(
        [
          [0, 0, 0],
          [1, 0, 0],
          [0, 1, 0],
        ],
        [
          [-0, -0, 0],
          [0, 1, -0],
          [-1, 0, 0],
        ],
      ),
      2,
    );
    expect(positions.length / 3).toBe(4);
  });
  it('drops a triangle with two equal corners', () => {
    expect(
      weldCorners(
        soup([
          [0, 0, 0],
          [0, 0, 0],
          [0, 1, 0],
        ]),
        1,
      ).indices.length,
    ).toBe(0);
  });
  it('keeps points apart that differ in their last bit', () => {
    const next = 1 + 2 ** -23;
    expect(
      weldCorners(
        soup([
          [1, 0, 0],
          [next, 0, 0],
          [0, 1, 0],
        ]),
        1,
      ).positions.length / 3,
    ).toBe(3);
  });
});

describe('topology', () => {
  const of = (triangles: number[][][]) => {
    const { positions, indices } = weldCorners(soup(...triangles), triangles.length);
    return topologyOf(indices, positions.length / 3);
  };
  it('finds no rim on a closed surface', () => {
    expect(of(tetrahedron)).toEqual({ components: 1, rims: 0, branching: 0 });
  });
  it('finds the rim of an open surface', () => {
    expect(of(tetrahedron.slice(1))).toEqual({ components: 1, rims: 1, branching: 0 });
  });
  it('counts separate pieces', () => {
    const apart = tetrahedron.map(triangle => triangle.map(([a = 0, b = 0, c = 0]) => [a + 5, b, c]));
    expect(of([...tetrahedron, ...apart])).toEqual({ components: 2, rims: 0, branching: 0 });
  });
  it('finds edges where a surface touches itself', () => {
    expect(of([...tetrahedron, [o, x, [0, -1, 0]]] as number[][][]).branching).toBe(1);
  });
});

it.each([
  [75, 'mm'],
  [2.95, 'inch'],
  [7.5, 'cm'],
  [0.075, 'm'],
  [75_000, 'um'],
  [400, undefined],
])('the unit of an arch with the longest side %d is %s', (longest, unit) => {
  expect(guessUnit(longest)).toBe(unit);
});
