/** Animation frames that a test triggers. @param still the person prefers reduced motion */
export function createManualFrames(still = false) {
  let [next, now]: [((now: number) => void) | null, number] = [null, 1000];
  return {
    frames: {
      request: (asked: (now: number) => void) => {
        next = asked;
        return 1;
      },
      cancel: () => {
        next = null;
      },
      still: () => still,
    },
    /** Runs the requested frame, some milliseconds after the last one. */
    tick(milliseconds: number) {
      now += milliseconds;
      const run = next;
      next = null;
      run?.(now);
    },
    isIdle: () => next === null,
  };
}
