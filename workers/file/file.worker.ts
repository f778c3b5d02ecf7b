import { expose } from 'comlink';
import { offloadToWorker } from '../mesh/cell-offload.ts';
import { hashInWorker } from './hash-in-worker.ts';
import { inspectForUpload } from './inspect.ts';
import type { FileWorkerApi } from './protocol.ts';

expose({
  inspect: (file, place, onShare) =>
    inspectForUpload(file, place, onShare, { hash: hashInWorker, cells: offloadToWorker }),
} satisfies FileWorkerApi);
