/** Time that passes only as it is told to: what is due is done in its order, and nothing sleeps. */

type Due = { at: number; n: number; run: () => void };

export type Time = ReturnType<typeof createTime>;

export function createTime() {
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
    /** Milliseconds since the beginning. */
    now: () => now,
    after,
    /** Again and again; the answer stops it. */
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
    /** Does what is due next. False where nothing is. */
    step: (): boolean => {
      const next = due.shift();
      if (!next) return false;
      now = next.at;
      next.run();
      return true;
    },
  };
}
