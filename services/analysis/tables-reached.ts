/** Waits until the process that keeps the tables, here or elsewhere, has published a position. */
import type { Clock, RepeatingTimers } from '../clock/clock.ts';
import { pause } from '../concurrency/pause.ts';
import type { AnalysisTables } from './query.ts';
import type { TableStore } from './table-files.ts';

type ReachedDeps = { tableStore: Pick<TableStore, 'published'>; clock: Clock; timers: RepeatingTimers };

const POLL_MS = 200;

export function createTablePositionWait({
  tableStore,
  clock,
  timers,
}: ReachedDeps): AnalysisTables['reached'] {
  const forever = new AbortController().signal;
  let known = 0n;
  return async (position, waitMs) => {
    const until = clock.now() + waitMs;
    for (;;) {
      if (known < position) known = (await tableStore.published()) ?? known;
      if (known >= position || clock.now() >= until) return known >= position;
      await pause(timers, POLL_MS, forever);
    }
  };
}
