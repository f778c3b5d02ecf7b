/** Page side of the shapes worker. A viewer has one, which is terminated with it. */
import { wrap } from 'comlink';
import type { ShadedMesh, ShadedShapes, ShapeWorkerApi, ToothPivotAndAxes } from './protocol.ts';

export type ShapeLoader = {
  /** Loads the shapes of a plan. @throws Error if the worker or the file fails to load */
  load(url: string, teeth: readonly ToothPivotAndAxes[]): Promise<ShadedShapes>;
  /** Loads a digital model. @throws Error if the worker or the file fails to load */
  model(url: string): Promise<ShadedMesh>;
  close(): void;
};

export function createShapeLoader(): ShapeLoader {
  const worker = new Worker(new URL('./shapes.worker.ts', import.meta.url), { type: 'module' });
  const gone = new Promise<never>((_resolve, reject) => {
    worker.onerror = () => reject(new Error('the worker could not be started'));
  });
  // Prevents an unhandled rejection while no load awaits this promise.
  gone.catch(() => undefined);
  const { load, model } = wrap<ShapeWorkerApi>(worker);
  return {
    load: (url, teeth) =>
      Promise.race([
        load(
          url,
          teeth.map(({ fdi, pivot, axes }) => ({ fdi, pivot, axes })),
        ),
        gone,
      ]),
    model: url => Promise.race([model(url), gone]),
    close: () => worker.terminate(),
  };
}
