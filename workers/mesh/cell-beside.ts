/** Cells in a worker of their own, while this one reads on: two thirds of the time for a scan of millions. */
import { transfer, wrap } from 'comlink';
import type { CellPart, CellTask, LessenCell } from './cell.ts';

/** Triangles; a model of fewer is done before a worker has begun. */
export const worthwhile = 262_144;

/** What is asked of the worker of cells. */
export type CellWork = {
  /** Until its compiled part is there. */
  ready(): Promise<void>;
  lessen(task: CellTask): CellPart;
};

/** `lessen` is undefined where this thread shall do it; `end` gives back the worker's memory. */
export type CellsBeside = (expected: number) => Promise<{ lessen?: LessenCell; end(): void }>;

export const noneBeside: CellsBeside = async () => ({ end: () => undefined });

export const cellsBeside: CellsBeside = async expected => {
  if (expected < worthwhile || typeof Worker === 'undefined') return noneBeside(expected);
  const worker = new Worker(new URL('./cell.worker.ts', import.meta.url), { type: 'module' });
  const failed = new Promise<never>((_resolve, reject) => {
    worker.onerror = () => reject(new Error('the worker of cells failed'));
  });
  // Waited for by each cell; where none is under way, nobody has to know.
  failed.catch(() => undefined);
  const work = wrap<CellWork>(worker);
  try {
    await Promise.race([work.ready(), failed]);
  } catch {
    // A browser that starts no worker within a worker.
    worker.terminate();
    return noneBeside(expected);
  }
  return {
    lessen: task => Promise.race([work.lessen(transfer(task, [task.corners.buffer])), failed]),
    end: () => worker.terminate(),
  };
};
