/** Of a subscription that is opened again and again and gets nowhere, somebody is told: a screen that stands still says nothing. */

/** Told of a subscription that gets nowhere: for how many milliseconds, and why it was opened again last. */
export type OnStuck = (ms: number, error: unknown) => void;

export type StuckTimes = {
  /** So long it is nobody's concern. */
  afterMs: number;
  /** Then it is told so often. */
  eachMs: number;
};

/** @param now milliseconds of a clock that never goes back */
export function watchStuck({ afterMs, eachMs }: StuckTimes, told: OnStuck, now = () => performance.now()) {
  let since: number | undefined;
  let last = Number.NEGATIVE_INFINITY;
  return {
    /** Something came, or there is nothing to come. */
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
