/** The sixteen teeth of a real mandible, for the layer `wild`. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Vec3 } from '#events/plan/pose.ts';
import { type Fdi, fromUniversal } from '#events/tooth/fdi.ts';
import { pathInSharedFolder } from '../../../infra/testing/wild.ts';
import type { AxisPointsByTooth } from './mandible.ts';
import { cornersOfStl, type TestTooth } from './teeth.ts';

const folder = pathInSharedFolder('data', 'teeth', 'mandible');

/** Returns the STL of each tooth. */
export const readRealToothFiles = (): { fdi: Fdi; stl: Buffer }[] =>
  readdirSync(folder)
    .filter(name => name.endsWith('.stl'))
    .map(name => {
      const fdi = fromUniversal(Number(/\d+/.exec(name)?.[0]));
      if (!fdi) throw new Error(`no tooth: ${name}`);
      return { fdi, stl: readFileSync(join(folder, name)) };
    });

export const readRealMandible = (): TestTooth[] =>
  readRealToothFiles().map(({ fdi, stl }) => ({ fdi, corners: cornersOfStl(stl) }));

/** The axes that anatomists annotated, without third molars. */
export function readAnnotatedAxisPoints(): AxisPointsByTooth {
  const axes: Record<string, { c: Vec3; x: Vec3; y: Vec3; z: Vec3 }> = JSON.parse(
    readFileSync(join(folder, 'teeth_axes_mandible.json'), 'utf8'),
  );
  return new Map(Object.entries(axes).map(([n, its]) => [fromUniversal(Number(n)) ?? 11, its]));
}
