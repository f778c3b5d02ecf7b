/** Keeps the tables' files clean, whether the log is followed or not: erasure, and the removal of replaced files. */
import type { Clock, Ids, RepeatingTimers } from '../clock/clock.ts';
import type { Log } from '../logging/log.ts';
import { createErasureWatch, type ErasureWatchDeps } from './erasure-watch.ts';
import { createRetiredFileRemover, type RetiredFileRemover } from './retired-files.ts';

type CareDeps = Omit<ErasureWatchDeps, 'holder'> & { ids: Ids };

export type TableCleaner = {
  /** @param now in ms */
  look(now: number): Promise<void>;
};

const TICK_MS = 5_000;

export function createTableCleaner(deps: CareDeps): TableCleaner {
  const { tableStore, ids } = deps;
  const watch = createErasureWatch({ ...deps, holder: ids.uuid() });
  const retired = new Map<string, RetiredFileRemover>();
  return {
    look: async now => {
      await watch.look(now);
      for (const orgId of await tableStore.organisations()) {
        const files = retired.get(orgId) ?? createRetiredFileRemover(tableStore.organisation(orgId));
        retired.set(orgId, files);
        await files.remove(now);
      }
    },
  };
}

type RepeatDeps = { clock: Clock; timers: RepeatingTimers; log: Pick<Log, 'error'> };

/** Cleans the tables' files every five seconds; a slow round skips the next. @returns a function that stops it after the current round */
export function repeatCleaning(
  { look }: TableCleaner,
  { clock, timers, log }: RepeatDeps,
): () => Promise<void> {
  let working: Promise<void> | undefined;
  const stop = timers.every(TICK_MS, () => {
    working ??= look(clock.now())
      .catch((err: unknown) => log.error({ err }, "cleaning the analysts' tables failed"))
      .finally(() => {
        working = undefined;
      });
  });
  return async () => {
    stop();
    await working;
  };
}
