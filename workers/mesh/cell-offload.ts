/** Cells in a worker of their own as well as in this one: a scan of millions is half as long under way. */
import { transfer, wrap } from 'comlink';
import type { CellPart, CellTask, OffloadCell } from './cell.ts';

/** Triangles; a model of fewer is done before a worker has begun. */
export const offloadFromTriangles = 1_000_000;

/** Cells that the other thread has at most: enough that it never waits for this one, and few enough to end with it. */
const cellsInFlightMax = 6;

/** What is asked of the worker of cells. */
export type CellWork = {
  /** Until its compiled part is there. */
  ready(): Promise<void>;
  simplify(task: CellTask): CellPart;
};

/** `simplify` is undefined where this thread shall do all; `end` gives back the worker's memory. */
export type OffloadCells = (expected: number) => { simplify?: OffloadCell; end(): void };

export const offloadNothing: OffloadCells = () => ({ end: () => undefined });

/** @param ready until it is, and where it never is, nothing is taken */
export function offloadUpToLimit(
  ready: Promise<unknown>,
  simplify: (task: CellTask) => Promise<CellPart>,
): OffloadCell {
  let inFlight = cellsInFlightMax;
  ready.then(
    () => {
      inFlight = 0;
    },
    () => undefined,
  );
  return task => {
    if (inFlight >= cellsInFlightMax) return;
    inFlight += 1;
    return simplify(task).finally(() => {
      inFlight -= 1;
    });
  };
}

export const offloadToWorker: OffloadCells = expected => {
  if (expected < offloadFromTriangles || typeof Worker === 'undefined') return offloadNothing(expected);
  const worker = new Worker(new URL('./cell.worker.ts', import.meta.url), { type: 'module' });
  const failed = new Promise<never>((_resolve, reject) => {
    worker.onerror = () => reject(new Error('the worker of cells failed'));
  });
  // Waited for by each cell; where none is under way, nobody has to know.
  failed.catch(() => undefined);
  const work = wrap<CellWork>(worker);
  return {
    simplify: offloadUpToLimit(Promise.race([work.ready(), failed]), task =>
      Promise.race([work.simplify(transfer(task, [task.corners.buffer])), failed]),
    ),
    end: () => worker.terminate(),
  };
};
