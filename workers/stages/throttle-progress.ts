/** How often a page is told how far a worker has come. */
import type { OnProgress } from './protocol.ts';

/** Milliseconds between two reports of how far it has come. */
const pause = 100;

/** Tells at most ten times a second; the end always. */
export function throttleProgress(onShare: OnProgress, now: () => number): OnProgress {
  let last = -Infinity;
  return share => {
    if (share < 1 && now() - last < pause) return;
    last = now();
    onShare(share);
  };
}
