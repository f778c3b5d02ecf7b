/** The shapes worker as the page has it: one for a viewer, ended with it. */
import { wrap } from 'comlink';
import type { Shape, Shapes, ShapeWork, ToothPlace } from './protocol.ts';

export type ShapeLoader = {
  /** @throws Error where the worker or the file is not to be had */
  load(url: string, teeth: readonly ToothPlace[]): Promise<Shapes>;
  /** @throws Error as above */
  model(url: string): Promise<Shape>;
  close(): void;
};

export function createShapeLoader(): ShapeLoader {
  const worker = new Worker(new URL('./shapes.worker.ts', import.meta.url), { type: 'module' });
  const gone = new Promise<never>((_resolve, reject) => {
    worker.onerror = () => reject(new Error('the worker could not be started'));
  });
  // Whoever waits for a shape hears of it; where nobody does, it is nothing to shout about.
  gone.catch(() => undefined);
  const { load, model } = wrap<ShapeWork>(worker);
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
