/** Streams bodies of answers from a source that is read while the body is sent. */
import { Readable } from 'node:stream';
import type { RepeatingTimers } from '../clock/clock.ts';
import type { Log } from '../logging/log.ts';
import type { ApiContext } from './context.ts';

/**
 * Time in which a client has to accept a piece (64 KiB for files), in ms. A client that accepts none would hold the
 * file and the slot of its download.
 */
const STALL_MS = 30_000;

export type ResponseBodyDeps = { timers: RepeatingTimers; log: Pick<Log, 'info'> };

/**
 * Streams bytes at the client's pace, and gives up a client that accepts none for 30 to 60 seconds. Its connection
 * breaks, and a browser or a reader of tables continues with a Range. The time that the source needs does not count.
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
        // Trap: a cancelled reader destroys its source with an error, which the source's owner would log.
        bytes.destroy();
        return reader.cancel(reason);
      },
    },
    // Reads nothing ahead of the client, except what the source itself reads ahead.
    { highWaterMark: 0 },
  );
}
