import { describe, expect, it } from 'vitest';
import { type DrawnPicture, drawMesh } from './draw.ts';
import type { Mesh } from './weld.ts';

type Point = [number, number, number];
const mesh = (...triangles: [Point, Point, Point][]): Mesh => ({
  positions: Float32Array.from(triangles.flat(2)),
  indices: Uint32Array.from({ length: 3 * triangles.length }, (_, i) => i),
});
/** A square in a plane of constant z. */
const square = (half: number, z: number): [Point, Point, Point][] => [
  [
    [-half, -half, z],
    [half, -half, z],
    [half, half, z],
  ],
  [
    [-half, -half, z],
    [half, half, z],
    [-half, half, z],
  ],
];
const above = { elevation: 90, colour: [200, 100, 50] } as const;
const pixel = ({ rgba, width }: DrawnPicture, x: number, y: number) => [
  ...rgba.slice(4 * (y * width + x), 4 * (y * width + x) + 4),
];

describe('drawing a mesh', () => {
  it('fills the picture except for a transparent margin', () => {
    const drawn = drawMesh(mesh(...square(10, 0)), 100, 100, above);
    for (const [x, y] of [
      [5, 5],
      [50, 50],
      [94, 94],
    ] as const)
      expect(pixel(drawn, x, y)[3]).toBe(255);
    for (const [x, y] of [
      [4, 50],
      [95, 50],
      [50, 4],
      [50, 95],
    ] as const)
      expect(pixel(drawn, x, y)[3]).toBe(0);
  });
  it('leaves no seam between triangles that share a side', () => {
    const drawn = drawMesh(mesh(...square(10, 0)), 64, 64, above);
    for (let at = 4; at < 60; at++) expect([at, pixel(drawn, at, 63 - at)[3]]).toEqual([at, 255]);
  });
  it('shows the nearer surface, whatever the order of triangles', () => {
    const [wide, tall] = [square(10, 0), square(5, 3)];
    const steep = tall.map(
      triangle => triangle.map(([x, y, z]) => [x, y, z + x] as Point) as [Point, Point, Point],
    );
    const one = drawMesh(mesh(...wide, ...steep), 40, 40, above);
    const other = drawMesh(mesh(...steep, ...wide), 40, 40, above);
    expect(one.rgba).toEqual(other.rgba);
    expect(pixel(one, 20, 20)).not.toEqual(pixel(one, 5, 5));
  });
  it('lights a surface from both sides', () => {
    const turned = square(10, 0).map(([a, b, c]) => [a, c, b] as [Point, Point, Point]);
    expect(drawMesh(mesh(...turned), 20, 20, above).rgba).toEqual(
      drawMesh(mesh(...square(10, 0)), 20, 20, above).rgba,
    );
  });
  it.each([
    ['the right', [40, 0, 0], { elevation: 90 }, 'right'],
    ['the back', [0, 40, 0], { elevation: 90 }, 'top'],
    ['the height', [0, 0, 40], { elevation: 30 }, 'top'],
    ['the back, seen from the left', [0, 40, 0], { elevation: 90, azimuth: 90 }, 'right'],
  ] as const)('shows %s at its side of the picture', (_what, [dx, dy, dz], view, side) => {
    const spot = square(1, 0).map(
      triangle => triangle.map(([x, y, z]) => [x + dx, y + dy, z + dz]) as [Point, Point, Point],
    );
    const drawn = drawMesh(mesh(...square(10, 0), ...spot), 100, 100, view);
    const filled = (along: (i: number) => readonly [number, number]) =>
      Array.from({ length: 100 }, (_, i) => pixel(drawn, ...along(i))[3]).filter(alpha => alpha === 255)
        .length;
    const strips = {
      right: (n: number) => filled(i => [n, i]),
      top: (n: number) => filled(i => [99 - i, 99 - n]),
    };
    const widest = Math.max(...Array.from({ length: 30 }, (_, n) => strips[side](n + 5)));
    const far = Math.max(...Array.from({ length: 6 }, (_, n) => strips[side](89 + n)));
    expect(far).toBeGreaterThan(0);
    expect(widest).toBeGreaterThan(4 * far);
  });
  it('survives a mesh without extent', () => {
    expect(
      drawMesh(
        mesh([
          [1, 1, 1],
          [1, 1, 1],
          [1, 1, 1],
        ]),
        8,
        8,
      ).rgba.every(value => value === 0),
    ).toBe(true);
  });
});
