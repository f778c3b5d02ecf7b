/**
 * Page side of the file worker: inspects one file at a time, each in a worker that is terminated afterwards.
 */
import { proxy, wrap } from 'comlink';
import type { FilePurpose, FileWorkerApi, InspectResult, OnProgress } from './protocol.ts';

/**
 * Why one at a time: a worker gives back the memory of a large model only when it ends, and a second one is
 * not faster.
 */
let last: Promise<unknown> = Promise.resolve();

function run(
  file: File,
  place: FilePurpose,
  onShare: OnProgress,
  signal: AbortSignal,
): Promise<InspectResult> {
  const worker = new Worker(new URL('./file.worker.ts', import.meta.url), { type: 'module' });
  const gone = new Promise<never>((_resolve, reject) => {
    worker.onerror = () => reject(new Error('the worker could not be started'));
    signal.addEventListener('abort', () => reject(signal.reason));
  });
  const answer = wrap<FileWorkerApi>(worker).inspect(file, place, proxy(onShare));
  return Promise.race([answer, gone]).finally(() => worker.terminate());
}

/**
 * Inspects a file before it is uploaded. `onShare` receives the progress, 0 to 1.
 * @throws the signal's reason once it is aborted, Error if the browser cannot read the file
 */
export function inspectFile(
  file: File,
  place: FilePurpose,
  onShare: OnProgress,
  signal: AbortSignal,
): Promise<InspectResult> {
  const turn = last.then(() => {
    signal.throwIfAborted();
    return run(file, place, onShare, signal);
  });
  last = turn.catch(() => undefined);
  return turn;
}
