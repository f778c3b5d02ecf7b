/** Cells in a worker of their own as well as in this one: a scan of millions is half as long under way. */
import { transfer, wrap } from 'comlink';
import type { CellPart, CellTask, LessenBeside } from './cell.ts';

/** Triangles; a model of fewer is done before a worker has begun. */
export const worthwhile = 1_000_000;

/** Cells that the other thread has at most: enough that it never waits for this one, and few enough to end with it. */
const ahead = 6;

/** What is asked of the worker of cells. */
export type CellWork = {
  /** Until its compiled part is there. */
  ready(): Promise<void>;
  lessen(task: CellTask): CellPart;
};

/** `lessen` is undefined where this thread shall do all; `end` gives back the worker's memory. */
export type CellsBeside = (expected: number) => { lessen?: LessenBeside; end(): void };

export const noneBeside: CellsBeside = () => ({ end: () => undefined });

/** @param ready until it is, and where it never is, nothing is taken */
export function takenBeside(
  ready: Promise<unknown>,
  lessen: (task: CellTask) => Promise<CellPart>,
): LessenBeside {
  let away = ahead;
  ready.then(
    () => {
      away = 0;
    },
    () => undefined,
  );
  return task => {
    if (away >= ahead) return;
    away += 1;
    return lessen(task).finally(() => {
      away -= 1;
    });
  };
}

export const cellsBeside: CellsBeside = expected => {
  if (expected < worthwhile || typeof Worker === 'undefined') return noneBeside(expected);
  const worker = new Worker(new URL('./cell.worker.ts', import.meta.url), { type: 'module' });
  const failed = new Promise<never>((_resolve, reject) => {
    worker.onerror = () => reject(new Error('the worker of cells failed'));
  });
  // Waited for by each cell; where none is under way, nobody has to know.
  failed.catch(() => undefined);
  const work = wrap<CellWork>(worker);
  return {
    lessen: takenBeside(Promise.race([work.ready(), failed]), task =>
      Promise.race([work.lessen(transfer(task, [task.corners.buffer])), failed]),
    ),
    end: () => worker.terminate(),
  };
};
