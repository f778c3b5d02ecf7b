/** The thread that a long read is done in: says what it has read as text, which is taken apart quicker than objects are handed over. */
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
  for await (const batch of reads.all({ after, size })) {
    while (ahead >= AHEAD)
      await new Promise<void>(resolve => {
        taken = resolve;
      });
    ahead++;
    const positions = BigInt64Array.from(batch, ({ position }) => position);
    // JSON has no such numbers, and leaves out what is not there: quicker than a copy of each.
    for (const event of batch) Object.assign(event, { position: undefined });
    say({ events: JSON.stringify(batch), positions });
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
