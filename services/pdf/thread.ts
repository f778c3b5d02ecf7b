/** Runs a job in a thread of its own and gives its answer: nothing else waits while it computes. */
import { Worker } from 'node:worker_threads';

/** Twenty times what the longest paper takes, on a machine that has much else to do. */
const longestMs = 30_000;

/**
 * The answer of `file`, which posts it as its one message.
 * @param what names the paper in errors: `the order form`
 * @throws what the thread died of, that it took too long (two such would keep all others out), or `signal`'s reason
 */
export const inThread = (
  { file, what, limitMs = longestMs }: { file: string; what: string; limitMs?: number },
  job: unknown,
  signal?: AbortSignal,
): Promise<Uint8Array<ArrayBuffer>> =>
  new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const worker = new Worker(new URL(file), { workerData: job });
    const stop = (why: unknown) => {
      reject(why);
      void worker.terminate();
    };
    const left = () => stop(signal?.reason);
    signal?.addEventListener('abort', left, { once: true });
    const timer = setTimeout(() => stop(new Error(`${what} was not done after ${limitMs} ms`)), limitMs);
    worker.once('exit', () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', left);
    });
    worker.once('message', (bytes: Uint8Array<ArrayBuffer>) => resolve(bytes));
    worker.once('error', reject);
    worker.once('exit', code => reject(new Error(`${what}'s thread ended with ${code}`)));
  });
