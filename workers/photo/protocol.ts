/** What the page asks of the photo worker. */
import type { Guess } from './pixels.ts';

export type PhotoWork = {
  /** What each picture seems to show; null where the browser cannot draw it, or nothing can be said. */
  look(files: readonly Blob[]): Promise<(Guess | null)[]>;
};
