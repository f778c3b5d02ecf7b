/** Models for tests: the real teeth of ../shared/data where that folder is, generated ones elsewhere. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Arch } from '#events/tooth/fdi.ts';
import { crowns, stlOf, together } from '#workers/stages/testing/teeth.ts';
import { binaryStl, tetrahedron } from './generate/stl.ts';

const teethDir = fileURLToPath(new URL('../../../shared/data/teeth/mandible', import.meta.url));
const head = 84;
const facet = 50;

/** True where the real teeth are there. */
export const realTeeth = existsSync(teethDir);

/** One binary STL from several: their triangles one after the other. */
function joined(files: Buffer[]): Buffer {
  const body = Buffer.concat(files.map(f => f.subarray(head)));
  const header = Buffer.alloc(head);
  header.write('Archline test model');
  header.writeUInt32LE(body.length / facet, 80);
  return Buffer.concat([header, body]);
}

/** Fourteen pointed teeth on a parabola, mm. `salt` makes files differ. */
export function smallArch(salt = 0): Buffer {
  const teeth = Array.from({ length: 14 }, (_, i) => {
    const x = (i - 6.5) * 4.4;
    return binaryStl(tetrahedron(5, [x, 45 - (x * x) / 20, salt]));
  });
  return joined(teeth);
}

const tooth = (file: string) => readFileSync(join(teethDir, file));
const files = () => readdirSync(teethDir).filter(f => f.endsWith('.stl'));

const generatedRings = 60;

/** Fourteen closed crowns, 198,240 triangles: more than a preview keeps, and an upload of several pieces. */
const generatedArch = (row: Arch): Buffer =>
  Buffer.from(stlOf(together(crowns(row, undefined, generatedRings).map(({ corners }) => corners))));

/** The lower arch: 440,232 triangles of real teeth, or a generated one. */
export const lowerArch = (): Buffer => (realTeeth ? joined(files().map(tooth)) : generatedArch('lower'));

/** The upper arch. There is no free scan of one: the first real teeth turned over, or a generated one. */
export function upperArch(): Buffer {
  if (!realTeeth) return generatedArch('upper');
  const stl = joined(files().slice(0, 8).map(tooth));
  // About the axis to the front: a mirrored surface would look inwards. Normals turn as well.
  for (let at = head; at < stl.length; at += facet)
    for (let corner = at; corner < at + 48; corner += 12)
      for (const axis of [corner, corner + 8]) stl.writeFloatLE(-stl.readFloatLE(axis), axis);
  return stl;
}
