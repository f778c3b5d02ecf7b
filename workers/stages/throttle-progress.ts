/** Limits how often a worker reports its progress. */
import type { OnProgress } from './protocol.ts';

/** Minimum time between two progress reports, ms. */
const pause = 100;

/** Reports at most ten times a second, and always the end. */
export function throttleProgress(onShare: OnProgress, now: () => number): OnProgress {
  let last = -Infinity;
  return share => {
    if (share < 1 && now() - last < pause) return;
    last = now();
    onShare(share);
  };
}
