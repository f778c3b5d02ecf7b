/** Folding one case anew, after its patient's key is gone: what the log no longer tells must not stay in the rows. */
import type { Recorded } from '#events/envelope.ts';
import * as erasing from './erasing.ts';
import { type Generation, saveGeneration } from './generation.ts';

/**
 * Rewrites the case, its list row, its words and its history from the events as the log gives them now: every view that
 * does not say that it holds nothing personal.
 */
export function refold(generation: Generation, caseId: string, events: readonly Recorded[]): void {
  // Events that the projector has not come to yet are its own to fold.
  const known = events.filter(event => event.position <= generation.position);
  if (known.length === 0) return;
  erasing.begin(generation.store, generation.position);
  generation.folder.again(known, { view: 'case', id: caseId });
  saveGeneration(generation, generation.position);
  generation.folder.word();
}
