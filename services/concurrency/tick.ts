/** A moment that several may wait for: it comes with a timer, when it is fired, or when everything ends. */
import type { Timers } from '../clock/clock.ts';

export type Tick = { next(): Promise<void>; fire(): void };

/** @param timers where it is to come by itself, every `ms` */
export function createTick(timers: Timers | undefined, ms: number, ended: AbortSignal): Tick {
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
