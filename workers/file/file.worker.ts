import { expose } from 'comlink';
import { offloadToWorker } from '../mesh/cell-offload.ts';
import { hashInWorker } from './hash-in-worker.ts';
import { inspect } from './inspect.ts';
import type { FileWork } from './protocol.ts';

expose({
  inspect: (file, place, onShare) =>
    inspect(file, place, onShare, { hash: hashInWorker, cells: offloadToWorker }),
} satisfies FileWork);
