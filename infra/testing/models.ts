/** Generated jaw models in the form that scanners export. */

import { denseCrownDetail, generateMandible, largeCrownDetail } from '#workers/stages/testing/mandible.ts';
import {
  encodeCornersAsStl,
  joinCorners,
  mirrorIntoMaxilla,
  type TestTooth,
} from '#workers/stages/testing/teeth.ts';
import type { CrownDetail } from '#workers/teeth/crown-size.ts';
import { binaryStl, tetrahedronTriangles } from './generate/stl.ts';

const head = 84;
const facet = 50;

/** Concatenates the triangles of several binary STL files. */
export function mergeStl(files: Buffer[]): Buffer {
  const body = Buffer.concat(files.map(f => f.subarray(head)));
  const header = Buffer.alloc(head);
  header.write('Archline test model');
  header.writeUInt32LE(body.length / facet, 80);
  return Buffer.concat([header, body]);
}

/**
 * Fourteen pointed teeth on a parabola, in mm. `salt` changes the bytes and the size: two models of equal
 * size count as the same jaw.
 */
export function createSmallArchStl(salt = 0): Buffer {
  const teeth = Array.from({ length: 14 }, (_, i) => {
    const x = (i - 6.5) * 4.4;
    return binaryStl(tetrahedronTriangles(5 + salt / 100, [x, 45 - (x * x) / 20, salt]));
  });
  return mergeStl(teeth);
}

const stlOfTeeth = (teeth: readonly TestTooth[]): Buffer =>
  Buffer.from(encodeCornersAsStl(joinCorners(teeth.map(({ corners }) => corners))).buffer);

/** Sixteen lower teeth with roots: 204,348 triangles (10 MB), more than a preview keeps. */
export const createLowerArchStl = (detail: CrownDetail = denseCrownDetail): Buffer =>
  stlOfTeeth(generateMandible(detail));

/**
 * Mirrors the lower arch into an upper arch without third molars. The sizes differ, because two models of
 * equal size count as the same jaw.
 */
export const createUpperArchStl = (detail: CrownDetail = denseCrownDetail): Buffer =>
  stlOfTeeth(mirrorIntoMaxilla(generateMandible(detail)).filter(({ fdi }) => fdi % 10 !== 8));

/** A lower arch of 446,388 triangles (22 MB), for tests of large files. */
export const createLargeArchStl = (): Buffer => createLowerArchStl(largeCrownDetail);
