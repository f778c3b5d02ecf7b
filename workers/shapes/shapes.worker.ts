import { expose, transfer } from 'comlink';
import { decoderReady } from '../mesh/read-glb.ts';
import type { ShadedShapes, ShapeWorkerApi } from './protocol.ts';
import { prepareModelShape, preparePlanShapes } from './shapes.ts';

const buffersOf = ({ teeth, gums }: ShadedShapes) => [
  ...teeth.flatMap(t => [t.positions.buffer, t.normals.buffer, t.indices.buffer, t.shades.buffer]),
  ...gums.flatMap(g => [
    g.positions.buffer,
    g.normals.buffer,
    g.indices.buffer,
    g.bones.buffer,
    g.weights.buffer,
  ]),
];

async function bytesOf(url: string): Promise<Uint8Array> {
  const [answer] = await Promise.all([fetch(url), decoderReady]);
  if (!answer.ok) throw new Error(`${answer.status}`);
  return new Uint8Array(await answer.arrayBuffer());
}

const work: ShapeWorkerApi = {
  async load(url, teeth) {
    const shapes = preparePlanShapes(await bytesOf(url), teeth);
    return transfer(shapes, buffersOf(shapes));
  },
  async model(url) {
    const shape = prepareModelShape(await bytesOf(url));
    return transfer(shape, [shape.positions.buffer, shape.normals.buffer, shape.indices.buffer]);
  },
};

expose(work);
