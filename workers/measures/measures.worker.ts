import { expose } from 'comlink';
import { decoderReady, readGlb } from '../mesh/read-glb.ts';
import type { NamedMesh } from '../mesh/write-glb.ts';
import { createContactMeter, createContactReport } from '../stages/contacts.ts';
import { occlusalCurvesOf } from '../stages/curves.ts';
import { throttleProgress } from '../stages/throttle-progress.ts';
import type { MeasureWorkerApi } from './protocol.ts';

async function partsAt(url: string): Promise<NamedMesh[]> {
  const [answer] = await Promise.all([fetch(url), decoderReady]);
  if (!answer.ok) throw new Error(`${answer.status}`);
  return readGlb(new Uint8Array(await answer.arrayBuffer()));
}

const work: MeasureWorkerApi = {
  curves: async (url, bundle) => occlusalCurvesOf(bundle, await partsAt(url)),
  async contacts(url, bundle, onShare) {
    const meter = createContactMeter(bundle, await partsAt(url));
    return createContactReport(
      bundle,
      meter,
      throttleProgress(onShare, () => performance.now()),
    );
  },
};

expose(work);
