/** The file worker as the page has it: one file after the other, each in a worker of its own that ends with it. */
import { proxy, wrap } from 'comlink';
import type { FilePurpose, FileWork, InspectResult, OnProgress } from './protocol.ts';

/** Memory that a large model took is only given back when its worker ends; a second one would not be faster. */
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
  const answer = wrap<FileWork>(worker).inspect(file, place, proxy(onShare));
  return Promise.race([answer, gone]).finally(() => worker.terminate());
}

/**
 * Reads a file before it is sent. `onShare` is told of how far it has come, 0 to 1.
 * @throws the signal's reason once it is aborted, Error where the browser cannot read the file
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
