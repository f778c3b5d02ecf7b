/**
 * Reads of very much, in a thread of their own. What the client does with each event takes half as long as making rows
 * of it: done one after the other, a node that begins would be ready that much later.
 */

import { on } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Recorded } from '#events/envelope.ts';
import { keptPosition, type LogPosition } from '#events/log-position.ts';
import { StoreClosed } from '../port.ts';
import { down, NoAnswer, type Patience } from './patience.ts';

/** Nothing that is read lives for longer than its batch: with room for many, few have to be moved. */
const maxYoungGenerationSizeMb = 192;

export type LongRead = { connectionString: string; patience: Patience; after: LogPosition; size: number };

/** What the thread says: events as JSON, without their positions; that it is over; that the servers cannot be reached. */
export type Said = { events: string; positions: BigInt64Array } | 'over' | 'down';

function batchOf({ events, positions }: Exclude<Said, string>): Recorded[] {
  // The boundary: the thread had events.
  const batch = JSON.parse(events) as Recorded[];
  return batch.map((event, i) => Object.assign(event, { position: keptPosition(positions[i] ?? 0n) }));
}

/** Batches, never empty, to the end of the log. @throws Refusal logDown, StoreClosed */
export async function* readBeside(job: LongRead, closing: AbortSignal): AsyncGenerator<Recorded[]> {
  const worker = new Worker(new URL('./reader.ts', import.meta.url), {
    workerData: job,
    resourceLimits: { maxYoungGenerationSizeMb },
  });
  try {
    // The boundary: nobody else speaks in that thread.
    const all = on(worker, 'message', { signal: closing, close: ['exit'] }) as AsyncIterable<[Said]>;
    for await (const [said] of all) {
      if (said === 'over') return;
      if (said === 'down') throw down(new NoAnswer());
      worker.postMessage('taken');
      yield batchOf(said);
    }
    throw new Error('the thread that reads the log ended before the log did');
  } catch (error) {
    if (closing.aborted) throw new StoreClosed();
    throw error;
  } finally {
    await worker.terminate();
  }
}
