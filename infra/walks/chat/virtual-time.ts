/** Virtual time: timers run in order of their due time, and nothing sleeps. */

type Due = { at: number; n: number; run: () => void };

export type VirtualTime = ReturnType<typeof createVirtualTime>;

export function createVirtualTime() {
  let now = 0;
  let n = 0;
  const due: Due[] = [];
  const later = (a: Due, b: Due) => a.at - b.at || a.n - b.n;
  const after = (milliseconds: number, run: () => void): (() => void) => {
    const one = { at: now + Math.max(0, milliseconds), n: n++, run };
    let [low, high] = [0, due.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (later(due[middle] ?? one, one) <= 0) low = middle + 1;
      else high = middle;
    }
    due.splice(low, 0, one);
    return () => {
      const i = due.indexOf(one);
      if (i >= 0) due.splice(i, 1);
    };
  };
  return {
    /** Milliseconds since the start of the run. */
    now: () => now,
    after,
    /** Runs a function repeatedly; the returned function stops it. */
    every: (milliseconds: number, run: () => void): (() => void) => {
      let stop = () => {};
      const again = () => {
        stop = after(milliseconds, () => {
          again();
          run();
        });
      };
      again();
      return () => stop();
    },
    /** Runs the next due timer. Returns false if there is none. */
    step: (): boolean => {
      const next = due.shift();
      if (!next) return false;
      now = next.at;
      next.run();
      return true;
    },
  };
}
