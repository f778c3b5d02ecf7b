/** Pauses that a signal can end early. */
import type { RepeatingTimers } from '../clock/clock.ts';

/** Resolves after `ms`, or when the signal is aborted. */
export function pause(timers: RepeatingTimers, ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    const end = () => {
      stop();
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const stop = timers.every(ms, end);
    if (signal?.aborted) end();
    else signal?.addEventListener('abort', end);
  });
}
