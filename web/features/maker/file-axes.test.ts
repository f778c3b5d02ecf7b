import { expect, it } from 'vitest';
import { cross, type Vec3 } from '#events/plan/pose.ts';
import type { FileAxis } from '#workers/stages/frame.ts';
import { axesFromUpAndFront, fileAxes } from './file-axes.ts';

const vector = (axis: FileAxis): Vec3 => {
  const sense = axis.startsWith('-') ? -1 : 1;
  const at = (letter: string) => (axis.endsWith(letter) ? sense : 0);
  return [at('x'), at('y'), at('z')];
};

it('left is up × front for each of the 24 orientations; two directions on one axis are invalid', () => {
  const ways = fileAxes.flatMap(up =>
    fileAxes.map(front => ({ up, front, stated: axesFromUpAndFront(up, front) })),
  );
  for (const { up, front, stated } of ways)
    expect(stated ? vector(stated.left).map(v => v + 0) : [0, 0, 0]).toEqual(
      cross(vector(up), vector(front)).map(v => v + 0),
    );
  expect(ways.filter(({ stated }) => stated)).toHaveLength(24);
});
