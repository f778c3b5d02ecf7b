/** The measures worker as the page has it: one for each plan that is measured, ended with its answer. */
import { wrap } from 'comlink';
import type { PlanBundle } from '#events/plan/bundle.ts';
import type { Curve, MeasureWork } from './protocol.ts';

/**
 * Curves of the occlusion over the stages.
 * @throws Error where the worker or the file is not to be had, or the signal ends it
 */
export async function measure(url: string, bundle: PlanBundle, signal: AbortSignal): Promise<Curve[]> {
  signal.throwIfAborted();
  const worker = new Worker(new URL('./measures.worker.ts', import.meta.url), { type: 'module' });
  const gone = new Promise<never>((_resolve, reject) => {
    worker.onerror = () => reject(new Error('the worker could not be started'));
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  gone.catch(() => undefined);
  try {
    return await Promise.race([wrap<MeasureWork>(worker).curves(url, bundle), gone]);
  } finally {
    worker.terminate();
  }
}
