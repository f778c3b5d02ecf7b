/** Folds a case again after its patient's key was deleted, so that rows lose the personal data that the log lost. */
import type { Recorded } from '#events/envelope.ts';
import * as erasing from './erasing.ts';
import { type Generation, saveGeneration } from './generation.ts';

/** Rewrites the case's rows, words and history in every view that may contain personal data. */
export function refoldCase(generation: Generation, caseId: string, events: readonly Recorded[]): void {
  // The projector folds the remaining events itself.
  const known = events.filter(event => event.position <= generation.position);
  if (known.length === 0) return;
  erasing.markErasedDataLeft(generation.store, generation.position);
  generation.folder.refold(known, { view: 'case', id: caseId });
  saveGeneration(generation, generation.position);
  generation.folder.indexWords();
}
