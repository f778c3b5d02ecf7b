import { expose, transfer } from 'comlink';
import { decoderReady } from '../mesh/read-glb.ts';
import type { Shapes, ShapeWork } from './protocol.ts';
import { shapesOf } from './shapes.ts';

const buffersOf = ({ teeth, gums }: Shapes) => [
  ...teeth.flatMap(t => [t.positions.buffer, t.normals.buffer, t.indices.buffer, t.shades.buffer]),
  ...gums.flatMap(g => [
    g.positions.buffer,
    g.normals.buffer,
    g.indices.buffer,
    g.bones.buffer,
    g.weights.buffer,
  ]),
];

const work: ShapeWork = {
  async load(url, teeth) {
    const [answer] = await Promise.all([fetch(url), decoderReady]);
    if (!answer.ok) throw new Error(`${answer.status}`);
    const shapes = shapesOf(new Uint8Array(await answer.arrayBuffer()), teeth);
    return transfer(shapes, buffersOf(shapes));
  },
};

expose(work);
