/** The thread of a long read. It sends events on unparsed, so that they are parsed once, in the thread that uses them. */
import { parentPort, workerData } from 'node:worker_threads';
import { isRefusal } from '#events/errors.ts';
import type { LongRead, Said } from './beside.ts';
import { createReads } from './reads.ts';
import { connect } from './wire.ts';

/** Batches that are on their way to whoever reads, who says of each that it was taken. */
const AHEAD = 16;

async function read({ connectionString, patience, after, size }: LongRead, say: (said: Said) => void) {
  let ahead = 0;
  let taken: () => void = () => undefined;
  parentPort?.on('message', () => {
    ahead--;
    taken();
  });
  const reads = createReads({ wire: connect(connectionString), patience, closing: new AbortController() });
  for await (const batch of reads.unparsed({ after, size })) {
    while (ahead >= AHEAD)
      await new Promise<void>(resolve => {
        taken = resolve;
      });
    ahead++;
    say(batch);
  }
}

try {
  // The boundary: what `readBeside` gives.
  await read(workerData as LongRead, said => parentPort?.postMessage(said));
  parentPort?.postMessage('over' satisfies Said);
} catch (error) {
  if (!isRefusal(error)) throw error;
  parentPort?.postMessage('down' satisfies Said);
}
