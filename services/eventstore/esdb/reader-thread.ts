/** Runs long reads in a worker thread. In the main thread, the same work makes a new node's start an eighth longer. */
import { on } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { RawEvent } from '#events/envelope.ts';
import type { LogPosition } from '#events/log-position.ts';
import { StoreClosedError } from '../port.ts';
import { createLogDownRefusal, type Deadlines, NoAnswerError } from './deadlines.ts';
import { parseEvent, type UnparsedEvent } from './unparsed-event.ts';

export type LongReadJob = { connectionString: string; patience: Deadlines; after: LogPosition; size: number };

/** Message of the thread: a batch, the end of the log, or unreachable servers. */
export type ReaderMessage = UnparsedEvent[] | 'over' | 'down';

/** Batches, never empty, up to the log's end. @throws Refusal logDown, StoreClosedError */
export async function* readLogInThread(job: LongReadJob, closing: AbortSignal): AsyncGenerator<RawEvent[]> {
  const worker = new Worker(new URL('./reader.ts', import.meta.url), { workerData: job });
  try {
    // Cast: only reader.ts sends messages in that thread.
    const all = on(worker, 'message', { signal: closing, close: ['exit'] }) as AsyncIterable<[ReaderMessage]>;
    for await (const [message] of all) {
      if (message === 'over') return;
      if (message === 'down') throw createLogDownRefusal(new NoAnswerError());
      worker.postMessage('taken');
      yield message.map(parseEvent);
    }
    throw new Error('the thread that reads the log exited before the end of the log');
  } catch (error) {
    if (closing.aborted) throw new StoreClosedError();
    throw error;
  } finally {
    await worker.terminate();
  }
}
