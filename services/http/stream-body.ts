/** Bodies of answers that are read while they are sent. */
import { Readable } from 'node:stream';
import type { RepeatingTimers } from '../clock/clock.ts';

/**
 * Time in which a client has to take a piece, of 64 KiB for files. A client that takes none would hold the file, and the slot
 * that its download has.
 */
const STALL_MS = 30_000;

/**
 * Streams bytes at the client's pace, and gives up a client that takes none for 30 to 60 seconds. Its connection breaks, and a
 * browser or a reader of tables goes on with a Range. The time that the source takes does not count.
 */
export function streamBody(bytes: Readable, timers: RepeatingTimers): ReadableStream<Uint8Array> {
  // Node's and the browser's stream types differ in name only.
  const reader = (Readable.toWeb(bytes) as ReadableStream<Uint8Array>).getReader();
  let [isReading, wasTaken] = [false, true];
  let stop = () => {};
  return new ReadableStream(
    {
      start: controller => {
        stop = timers.every(STALL_MS, () => {
          if (!isReading && !wasTaken) {
            stop();
            const stalled = new Error('the client took no bytes in time');
            bytes.destroy(stalled);
            controller.error(stalled);
          }
          wasTaken = false;
        });
      },
      pull: async controller => {
        [isReading, wasTaken] = [true, true];
        const { done, value } = await reader.read().catch(error => {
          stop();
          throw error;
        });
        isReading = false;
        if (!done) return controller.enqueue(value);
        stop();
        controller.close();
      },
      cancel: reason => {
        stop();
        return reader.cancel(reason);
      },
    },
    // Nothing is read ahead of the client, besides what the source reads.
    { highWaterMark: 0 },
  );
}
