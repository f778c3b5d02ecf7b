/** Runs a job in a worker thread, so that its computing blocks nothing else. */
import { Worker } from 'node:worker_threads';

/** Twenty times the longest paper's time on a busy machine. */
const longestMs = 30_000;

/**
 * Runs `file` in a thread. Resolves with its single message.
 * @param what names the paper in errors: `the order form`
 * @throws the thread's error, a timeout (two hanging jobs would block all others), or `signal`'s reason
 */
export const runInThread = (
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
    const timer = setTimeout(() => stop(new Error(`${what} was not finished after ${limitMs} ms`)), limitMs);
    worker.once('exit', () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', left);
    });
    worker.once('message', (bytes: Uint8Array<ArrayBuffer>) => resolve(bytes));
    worker.once('error', reject);
    worker.once('exit', code => reject(new Error(`the thread of ${what} exited with code ${code}`)));
  });
