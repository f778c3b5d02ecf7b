import { expect, it } from 'vitest';
import { createCells, maxCellTriangles, type TriangleCell } from './cells.ts';

/** Triangles with all three corners in one point, one for each x. */
const at = (...places: number[]) => Float32Array.from(places.flatMap(x => Array<number>(9).fill(x)));
const many = (count: number, x: number) => at(...Array<number>(count).fill(x));

it('createCells keeps every triangle when joining fills a cell completely', () => {
  const held = { numbers: 0, sum: 0 };
  const sum = (numbers: Iterable<number>) => Array.from(numbers).reduce((a, b) => a + b, 0);
  const take = ({ corners, triangles }: TriangleCell) => {
    held.numbers += 9 * triangles;
    held.sum += sum(corners.subarray(0, 9 * triangles));
  };
  const cells = createCells(take);
  // The first triangle's side sets the first cell size: 1.
  const first = Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0);
  const runs = [
    first,
    many(maxCellTriangles / 2 - 1, 0.5),
    many(maxCellTriangles / 2, 1.5),
    // More cells than are held at once.
    at(...Array.from({ length: 100 }, (_, i) => 10.5 + 2 * i)),
    at(0.5, 1.5),
  ];
  for (const run of runs) cells.add(run, run.length / 9, [0, 0, 0]);
  for (const [cell] of cells.rest()) take(cell);
  expect(held).toEqual({ numbers: sum(runs.map(run => run.length)), sum: sum(runs.map(sum)) });
});

it('createCells subtracts the origin from each corner', () => {
  const cells = createCells(() => undefined);
  cells.add(Float64Array.of(1e7, 2, 3, 1e7 + 0.125, 2, 3, 1e7, 3, 3), 1, [1e7, 2, 3]);
  expect([...cells.rest()].map(([{ corners }]) => [...corners.subarray(0, 9)])).toEqual([
    [0, 0, 0, 0.125, 0, 0, 0, 1, 0],
  ]);
});

it('createCells keeps the cells of a shuffled model open and yields each cell complete', () => {
  const full: number[] = [];
  const cells = createCells(({ triangles }) => full.push(triangles));
  // Two cells that alternate, each with one and a half times the triangles of a full cell.
  const turn = Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 400, 0, 0, 401, 0, 0, 400, 1, 0);
  const turns = 1.5 * maxCellTriangles;
  for (let i = 0; i < turns; i++) cells.add(turn, 2, [0, 0, 0]);
  expect(full).toEqual([]);
  expect([...cells.rest()].map(([{ triangles }]) => triangles)).toEqual([turns, turns]);
});
