import { expose } from 'comlink';
import { decoderReady, readGlb } from '../mesh/read-glb.ts';
import { curvesOf } from '../stages/curves.ts';
import type { MeasureWork } from './protocol.ts';

const work: MeasureWork = {
  async curves(url, bundle) {
    const [answer] = await Promise.all([fetch(url), decoderReady]);
    if (!answer.ok) throw new Error(`${answer.status}`);
    return curvesOf(bundle, readGlb(new Uint8Array(await answer.arrayBuffer())));
  },
};

expose(work);
