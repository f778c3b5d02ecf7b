/** Places to work at, each a processor's: whoever finds none free waits, in the order of asking. */
import { Refusal } from '#events/errors.ts';

/** @param waitMost how many may wait; whoever comes beyond them is refused */
export function createPlaces(atOnce: number, waitMost = Number.POSITIVE_INFINITY) {
  const waiting: (() => void)[] = [];
  let running = 0;
  const wait = (signal?: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      const leave = () => {
        waiting.splice(waiting.indexOf(go), 1);
        reject(signal?.reason);
      };
      const go = () => {
        signal?.removeEventListener('abort', leave);
        resolve();
      };
      signal?.addEventListener('abort', leave, { once: true });
      waiting.push(go);
    });
  return {
    /** @throws Refusal busy; the signal's reason */
    async take(signal?: AbortSignal): Promise<void> {
      signal?.throwIfAborted();
      if (running < atOnce) running += 1;
      else if (waiting.length >= waitMost) throw new Refusal('busy');
      else await wait(signal);
    },
    leave(): void {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    },
  };
}
