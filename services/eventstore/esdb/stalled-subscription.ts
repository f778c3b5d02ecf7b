/**
 * Reports a subscription that is reopened repeatedly without progress. Screens would otherwise go stale
 * silently.
 */

/** Receives the time without progress in ms, and the last error. */
export type StuckSubscriptionHandler = (ms: number, error: unknown) => void;

export type StuckReportTimes = {
  /** Time without progress before the first report. */
  afterMs: number;
  /** Interval between later reports. */
  eachMs: number;
};

/** @param now milliseconds of a monotonic clock */
export function createStuckReporter(
  { afterMs, eachMs }: StuckReportTimes,
  told: StuckSubscriptionHandler,
  now = () => performance.now(),
) {
  let since: number | undefined;
  let last = Number.NEGATIVE_INFINITY;
  return {
    /** Call when events arrive, or when the log has nothing new. */
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
