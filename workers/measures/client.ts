/** Page side of the measures worker. Each question starts a worker, which is terminated with its answer. */
import { proxy, type Remote, wrap } from 'comlink';
import type { PlanBundle } from '#events/plan/bundle.ts';
import type { ContactReport } from '#events/plan/contacts.ts';
import type { Curve, MeasureWorkerApi, OnProgress } from './protocol.ts';

async function withWorker<T>(
  ask: (work: Remote<MeasureWorkerApi>) => Promise<T>,
  signal: AbortSignal,
): Promise<T> {
  signal.throwIfAborted();
  const worker = new Worker(new URL('./measures.worker.ts', import.meta.url), { type: 'module' });
  const gone = new Promise<never>((_resolve, reject) => {
    worker.onerror = () => reject(new Error('the worker could not be started'));
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  gone.catch(() => undefined);
  try {
    return await Promise.race([ask(wrap<MeasureWorkerApi>(worker)), gone]);
  } finally {
    worker.terminate();
  }
}

/**
 * Returns the curves of the occlusal measures over the stages.
 * @throws Error if the worker or the file fails to load, the signal's reason once it is aborted
 */
export const measureOcclusalCurves = (
  url: string,
  bundle: PlanBundle,
  signal: AbortSignal,
): Promise<Curve[]> => withWorker(work => work.curves(url, bundle), signal);

/**
 * Returns the contacts and collisions at every stage.
 * @param onShare receives the progress at most ten times a second; the last value is 1
 * @throws Error if the worker or the file fails to load, the signal's reason once it is aborted
 */
export const measureContacts = (
  url: string,
  bundle: PlanBundle,
  onShare: OnProgress,
  signal: AbortSignal,
): Promise<ContactReport> => withWorker(work => work.contacts(url, bundle, proxy(onShare)), signal);
