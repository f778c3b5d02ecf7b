/** Reports a subscription that is reopened again and again without progress: screens would stand still without a word. */

/** Called with how long there was no progress, in ms, and the last error. */
export type OnStuck = (ms: number, error: unknown) => void;

export type StuckTimes = {
  /** Not reported before this long without progress. */
  afterMs: number;
  /** Then reported once in this time. */
  eachMs: number;
};

/** @param now milliseconds of a clock that never goes back */
export function watchStuck({ afterMs, eachMs }: StuckTimes, told: OnStuck, now = () => performance.now()) {
  let since: number | undefined;
  let last = Number.NEGATIVE_INFINITY;
  return {
    /** Call when events came, or the log holds nothing new. */
    goesOn: () => {
      since = undefined;
    },
    failed: (error: unknown) => {
      since ??= now();
      const silent = now() - since;
      if (silent < afterMs || now() - last < eachMs) return;
      last = now();
      told(silent, error);
    },
  };
}
