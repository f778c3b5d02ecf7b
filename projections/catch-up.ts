/** Brings a generation of read models up to a position of the log. */
import type { LogPosition } from '#events/log-position.ts';
import * as erasing from './erasing.ts';
import {
  EVENTS_PER_READ,
  type Generation,
  type RowSource,
  saveGeneration,
  yieldToEventLoop,
} from './generation.ts';

/** Rows whose words are indexed before each yield during catch-up. */
const CATCH_UP_WORDED = 500;

/**
 * Brings a generation and its words up to a position without announcements. An erasure leaves the file marked
 * (erasing.ts).
 */
export async function catchUpGeneration(
  generation: Generation,
  to: LogPosition,
  source: RowSource,
): Promise<void> {
  await foldUpTo(generation, to, source);
  while (generation.folder.indexWords(CATCH_UP_WORDED)) await yieldToEventLoop();
}

async function foldUpTo(generation: Generation, to: LogPosition, source: RowSource): Promise<void> {
  const { log } = source;
  if (generation.position >= to) return;
  for await (const batch of log.readBatches({ after: generation.position, size: EVENTS_PER_READ })) {
    const events = batch.filter(event => event.position <= to);
    let folded = generation.position;
    for (const event of events) {
      if (!erasing.isErasure(event)) generation.folder.apply(event);
      else {
        const before = await erasing.eventsUpToErasure(event, source);
        saveGeneration(generation, folded);
        erasing.markErasedDataLeft(generation.store, event.position);
        erasing.foldErasureAndRefold(generation.folder, event, before);
        saveGeneration(generation, event.position);
      }
      folded = event.position;
    }
    const last = events[events.length - 1];
    if (last) saveGeneration(generation, last.position);
    if (events.length < batch.length || generation.position >= to) return;
  }
}
