import { expose, transfer } from 'comlink';
import { createCellSimplifier } from './cell.ts';
import type { CellWorkerApi } from './cell-offload.ts';
import { simplifierReady } from './simplify.ts';

const work = createCellSimplifier();

expose({
  ready: () => simplifierReady,
  simplify(task) {
    const part = work(task);
    const { positions, indices } = part.mesh;
    return transfer(part, [part.corners.buffer, positions.buffer, indices.buffer]);
  },
} satisfies CellWorkerApi);
