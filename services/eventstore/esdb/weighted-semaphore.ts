import { createLogDownRefusal, NoAnswerError } from './deadlines.ts';

type Waiting = { weight: number; go: () => void };

/**
 * Limits concurrent work by weight, first come, first served. A call's deadline so starts with the call and not with
 * its wait in the queue.
 * @param most greatest sum of the weights of running work
 * @param waitMs a caller is refused after waiting this long, if no work finished during that time
 */
export function createWeightedSemaphore(most: number, waitMs: number) {
  let inside = 0;
  /** Time when work last finished. */
  let moved = performance.now();
  const waiting: Waiting[] = [];
  const admit = () => {
    // Strictly first come, first served. Otherwise light calls would overtake a heavy one for ever.
    for (let next = waiting[0]; next && inside + next.weight <= most; next = waiting[0]) {
      waiting.shift();
      inside += next.weight;
      next.go();
    }
  };
  const enter = (weight: number) =>
    new Promise<void>((resolve, reject) => {
      const began = performance.now();
      const giveUp = () => {
        const since = performance.now() - Math.max(began, moved);
        if (since < waitMs) {
          timer = setTimeout(giveUp, waitMs - since);
          return;
        }
        waiting.splice(waiting.indexOf(mine), 1);
        admit();
        reject(createLogDownRefusal(new NoAnswerError()));
      };
      let timer = setTimeout(giveUp, waitMs);
      const go = () => {
        clearTimeout(timer);
        resolve();
      };
      const mine = { weight, go };
      waiting.push(mine);
      admit();
    });
  /** @param weight from 1 to `most` @throws Refusal logDown after waiting too long */
  return async <T>(weight: number, work: () => Promise<T>): Promise<T> => {
    const taken = Math.min(weight, most);
    await enter(taken);
    try {
      const done = await work();
      moved = performance.now();
      return done;
    } finally {
      inside -= taken;
      admit();
    }
  };
}
