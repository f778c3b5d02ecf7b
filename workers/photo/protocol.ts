/** Calls of the page to the photo worker. */
import type { ViewGuess } from './pixels.ts';

export type PhotoWorkerApi = {
  /** The guessed view of each picture; null where the browser cannot draw it, or there is no guess. */
  look(files: readonly Blob[]): Promise<(ViewGuess | null)[]>;
};
