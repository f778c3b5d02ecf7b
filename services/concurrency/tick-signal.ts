/** Wakes all waiting loops together: by a timer, by a call, or at the end. */
import type { RepeatingTimers } from '../clock/clock.ts';

export type TickSignal = { next(): Promise<void>; fire(): void };

/** @param timers wakes the loops every `ms`; if undefined, only `fire` and the end wake them */
export function createTickSignal(
  timers: RepeatingTimers | undefined,
  ms: number,
  ended: AbortSignal,
): TickSignal {
  let waiting: (() => void)[] = [];
  const fire = () => {
    const now = waiting;
    waiting = [];
    for (const go of now) go();
  };
  const stop = timers?.every(ms, fire);
  ended.addEventListener('abort', () => {
    stop?.();
    fire();
  });
  return {
    fire,
    next: () =>
      new Promise(resolve => {
        if (ended.aborted) resolve();
        else waiting.push(resolve);
      }),
  };
}
