/**
 * Simplifies cells in a second worker as well as in this one. Halves the time of a scan of millions of
 * triangles.
 */
import { transfer, wrap } from 'comlink';
import type { CellTask, OffloadCell, SimplifiedCell } from './cell.ts';

/** Number of triangles from which cells are offloaded. A smaller model is finished before a worker has started. */
export const minTrianglesToOffload = 1_000_000;

/**
 * Cells in flight at most: enough that the other thread never idles, few enough that both finish together.
 */
const cellsInFlightMax = 6;

/** Calls to the cell worker. */
export type CellWorkerApi = {
  /** Resolves once its WebAssembly module is compiled. */
  ready(): Promise<void>;
  simplify(task: CellTask): SimplifiedCell;
};

/**
 * `simplify` is undefined if this thread does all the work. `end` terminates the worker and frees its memory.
 */
export type CellOffloader = (expected: number) => { simplify?: OffloadCell; end(): void };

export const offloadNothing: CellOffloader = () => ({ end: () => undefined });

/**
 * Limits the number of offloaded cells in flight.
 * @param ready nothing is offloaded before it resolves, nor after it rejects
 */
export function createLimitedCellOffload(
  ready: Promise<unknown>,
  simplify: (task: CellTask) => Promise<SimplifiedCell>,
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

export const offloadToWorker: CellOffloader = expected => {
  if (expected < minTrianglesToOffload || typeof Worker === 'undefined') return offloadNothing(expected);
  const worker = new Worker(new URL('./cell.worker.ts', import.meta.url), { type: 'module' });
  const failed = new Promise<never>((_resolve, reject) => {
    worker.onerror = () => reject(new Error('the worker of cells failed'));
  });
  // Prevents an unhandled rejection while no offloaded cell awaits this promise.
  failed.catch(() => undefined);
  const work = wrap<CellWorkerApi>(worker);
  return {
    simplify: createLimitedCellOffload(Promise.race([work.ready(), failed]), task =>
      Promise.race([work.simplify(transfer(task, [task.corners.buffer])), failed]),
    ),
    end: () => worker.terminate(),
  };
};
