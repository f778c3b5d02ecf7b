import { expose, transfer } from 'comlink';
import { createCellWork } from './cell.ts';
import type { CellWork } from './cell-beside.ts';
import { simplifierReady } from './simplify.ts';

const work = createCellWork();

expose({
  ready: () => simplifierReady,
  lessen(task) {
    const part = work(task);
    const { positions, indices } = part.mesh;
    return transfer(part, [part.corners.buffer, positions.buffer, indices.buffer]);
  },
} satisfies CellWork);
