/** Page side of the photo worker. The worker is terminated after each call, which frees its memory. */
import { wrap } from 'comlink';
import type { ViewGuess } from './pixels.ts';
import type { PhotoWorkerApi } from './protocol.ts';

/** Guesses the view of each picture. All are null if the worker cannot run. */
export async function guessPhotoViews(files: readonly Blob[]): Promise<(ViewGuess | null)[]> {
  const worker = new Worker(new URL('./photo.worker.ts', import.meta.url), { type: 'module' });
  const failed = new Promise<null[]>(resolve => {
    worker.onerror = () => resolve(files.map(() => null));
  });
  return Promise.race([wrap<PhotoWorkerApi>(worker).look(files), failed]).finally(() => worker.terminate());
}
