/** Runs a job in a worker thread, so that its computing blocks nothing else. */
import { Worker } from 'node:worker_threads';

/** Time limit in ms: twenty times as long as the longest paper takes on a busy machine. */
const longestMs = 30_000;

type ThreadOptions = {
  /** The module that the thread runs. */
  file: string;
  /** Names the job in errors: `the order form`. */
  what: string;
  limitMs?: number;
  /** Memory for objects, in megabytes. Default: Node's. */
  memoryMb?: number;
};

/** A job needed more time or memory than its thread has. */
export class ThreadOverLimitError extends Error {
  constructor(sentence: string) {
    super(sentence);
    this.name = 'ThreadOverLimitError';
  }
}

/**
 * Runs `file` in a thread. Resolves with its single message.
 * @throws the thread's error, ThreadOverLimitError (two hanging jobs would block all others), or `signal`'s reason
 */
export const runInThread = <T = Uint8Array<ArrayBuffer>>(
  { file, what, limitMs = longestMs, memoryMb }: ThreadOptions,
  job: unknown,
  signal?: AbortSignal,
): Promise<T> =>
  new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const resourceLimits = memoryMb === undefined ? {} : { maxOldGenerationSizeMb: memoryMb };
    const worker = new Worker(new URL(file), { workerData: job, resourceLimits });
    const stop = (why: unknown) => {
      reject(why);
      void worker.terminate();
    };
    const left = () => stop(signal?.reason);
    signal?.addEventListener('abort', left, { once: true });
    const timer = setTimeout(
      () => stop(new ThreadOverLimitError(`${what} was not finished after ${limitMs} ms`)),
      limitMs,
    );
    worker.once('exit', () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', left);
    });
    worker.once('message', (answer: T) => resolve(answer));
    worker.once('error', (error: NodeJS.ErrnoException) => {
      const isMemory = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
      reject(isMemory ? new ThreadOverLimitError(`${what} needs more than ${memoryMb} MB`) : error);
    });
    worker.once('exit', code => reject(new Error(`the thread of ${what} exited with code ${code}`)));
  });
