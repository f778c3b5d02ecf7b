/** The thread of a long read. Sends events unparsed, so that only the consuming thread parses them. */
import { parentPort, workerData } from 'node:worker_threads';
import { isRefusal } from '#events/errors.ts';
import { connectEsdb } from './connection.ts';
import { createLogReads } from './log-reads.ts';
import { createReadAheadGate } from './read-ahead.ts';
import type { LongReadJob, ReaderMessage } from './reader-thread.ts';
import type { UnparsedEvent } from './unparsed-event.ts';

/** Limits of text sent but not consumed, in characters: reading pauses above `most` and continues below `least`. */
const AHEAD = { most: 8 * 1024 * 1024, least: 4 * 1024 * 1024 };

const sizeOf = (batch: UnparsedEvent[]) =>
  batch.reduce((sum, { data, metadata }) => sum + data.length + metadata.length, 0);

/** @param say sends a batch; the receiver answers each one */
async function read(
  { connectionString, patience, after, size }: LongReadJob,
  say: (message: ReaderMessage) => void,
) {
  const readAhead = createReadAheadGate(AHEAD);
  parentPort?.on('message', readAhead.taken);
  const reads = createLogReads({
    wire: connectEsdb(connectionString),
    patience,
    closing: new AbortController(),
  });
  for await (const batch of reads.unparsed({ after, size })) {
    await readAhead.room();
    readAhead.sent(sizeOf(batch));
    say(batch);
  }
}

try {
  // Cast: data that `readLogInThread` passes.
  await read(workerData as LongReadJob, message => parentPort?.postMessage(message));
  parentPort?.postMessage('over' satisfies ReaderMessage);
} catch (error) {
  if (!isRefusal(error)) throw error;
  parentPort?.postMessage('down' satisfies ReaderMessage);
}
