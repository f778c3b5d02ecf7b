/** Stores keyframes of past rows. Runs on each node that answers requests, because each has its own rows. */
import type { PastRows } from '#projections/past/past-rows.ts';
import type { RepeatingTimers } from '../clock/clock.ts';
import type { Log } from '../logging/log.ts';

const LOOK_MS = 10 * 60_000;

/** Starts the schedule. @returns stops it */
export function scheduleKeyframes({
  models,
  timers,
  log,
}: {
  models: { past: Pick<PastRows, 'tend'> };
  timers: RepeatingTimers;
  log: Log;
}): () => void {
  let isRunning = false;
  const run = async () => {
    if (isRunning) return;
    isRunning = true;
    try {
      await models.past.tend();
    } catch (err) {
      log.warn({ err }, 'laying keyframes of past rows failed');
    } finally {
      isRunning = false;
    }
  };
  return timers.every(LOOK_MS, () => void run());
}
