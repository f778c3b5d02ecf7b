/** Generates a large scan: teeth with subdivided triangles and scanner noise. */
import { seededRandom } from '#workers/mesh/seeded-random.ts';
import { createLargeArchStl } from '../../testing/models.ts';

const head = 84;
const facet = 50;
/** Noise of an intraoral scanner's surface in mm, about its resolution. */
const noise = 0.004;

/** Corners of an STL, nine numbers per triangle. */
export function trianglesOfStl(stl: Buffer): Float32Array {
  const count = stl.readUInt32LE(80);
  const soup = new Float32Array(9 * count);
  const view = new DataView(stl.buffer, stl.byteOffset, stl.byteLength);
  for (let t = 0; t < count; t++)
    for (let i = 0; i < 9; i++) soup[9 * t + i] = view.getFloat32(head + facet * t + 12 + 4 * i, true);
  return soup;
}

/** Offset at a point, equal for all triangles that meet there, so that the surface stays closed. */
function offAt(x: number, y: number, z: number): number {
  const mixed =
    Math.imul(Math.round(x * 4096), 73856093) ^
    Math.imul(Math.round(y * 4096), 19349663) ^
    Math.imul(Math.round(z * 4096), 83492791);
  return (seededRandom(mixed)() - 0.5) * 2 * noise;
}

/** @param cuts subdivision of each side: cuts² triangles from each @returns a binary STL */
export function generateScan(cuts: number): Buffer {
  const soup = trianglesOfStl(createLargeArchStl());
  const count = (soup.length / 9) * cuts * cuts;
  const stl = Buffer.alloc(head + facet * count);
  stl.writeUInt32LE(count, 80);
  let at = head;
  const corner = (t: number, i: number, j: number) => {
    const [u, v] = [i / cuts, j / cuts];
    const p = [0, 1, 2].map(axis =>
      Math.fround(
        (soup[t + axis] as number) * (1 - u - v) +
          (soup[t + 3 + axis] as number) * u +
          (soup[t + 6 + axis] as number) * v,
      ),
    ) as [number, number, number];
    const off = cuts === 1 ? 0 : offAt(...p);
    for (const value of p) at = stl.writeFloatLE(value + off, at);
  };
  const triangle = (t: number, corners: readonly (readonly [number, number])[]) => {
    at += 12;
    for (const [i, j] of corners) corner(t, i, j);
    at += 2;
  };
  for (let t = 0; t < soup.length; t += 9)
    for (let i = 0; i < cuts; i++)
      for (let j = 0; i + j < cuts; j++) {
        triangle(t, [
          [i, j],
          [i + 1, j],
          [i, j + 1],
        ]);
        if (i + j < cuts - 1)
          triangle(t, [
            [i + 1, j],
            [i + 1, j + 1],
            [i, j + 1],
          ]);
      }
  return stl;
}
