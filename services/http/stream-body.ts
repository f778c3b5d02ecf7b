/** Bodies of answers that are read while they are sent. */
import { Readable } from 'node:stream';
import type { RepeatingTimers } from '../clock/clock.ts';
import type { Log } from '../logging/log.ts';
import type { ApiContext } from './context.ts';

/**
 * Time in which a client has to take a piece, of 64 KiB for files. A client that takes none would hold the file, and the slot
 * that its download has.
 */
const STALL_MS = 30_000;

export type ResponseBodyDeps = { timers: RepeatingTimers; log: Pick<Log, 'info'> };

/**
 * Streams bytes at the client's pace, and gives up a client that takes none for 30 to 60 seconds. Its connection breaks, and a
 * browser or a reader of tables goes on with a Range. The time that the source takes does not count.
 */
export function streamResponseBody(
  c: Pick<ApiContext, 'env' | 'get'>,
  bytes: Readable,
  { timers, log }: ResponseBodyDeps,
): ReadableStream<Uint8Array> {
  // Node's and the browser's stream types differ in name only.
  const reader = (Readable.toWeb(bytes) as ReadableStream<Uint8Array>).getReader();
  let [isReading, wasTaken] = [false, true];
  let stop = () => {};
  const giveUp = (controller: ReadableStreamDefaultController<Uint8Array>) => {
    stop();
    log.info({ requestId: c.get('requestId') }, 'a client that took no bytes in time was given up');
    // The broken connection cancels the stream. An error of the stream would be printed with its stack.
    if (c.env?.outgoing) return c.env.outgoing.destroy();
    bytes.destroy();
    controller.error(new Error('the client took no bytes in time'));
  };
  return new ReadableStream(
    {
      start: controller => {
        stop = timers.every(STALL_MS, () => {
          if (!isReading && !wasTaken) giveUp(controller);
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
        // Trap: a reader that is cancelled destroys its source with an error, which the source's owner would log.
        bytes.destroy();
        return reader.cancel(reason);
      },
    },
    // Nothing is read ahead of the client, besides what the source reads.
    { highWaterMark: 0 },
  );
}
