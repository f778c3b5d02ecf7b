/** The read models of a node: a local file of rows that follows the log. */

import type { LogPosition } from '#events/log-position.ts';
import { catchUpGeneration } from './catch-up.ts';
import type { Log, ReadModels } from './contract.ts';
import * as erasing from './erasing.ts';
import {
  buildGeneration,
  copyGeneration,
  fetchGeneration,
  openGeneration,
  type RowSource,
  type SnapshotSource,
} from './generation.ts';
import { createGenerationSwap } from './generation-swap.ts';
import { openPastRows } from './past/past-rows.ts';
import { createProjector, type DelayTimers } from './projector.ts';
import { createReads, createRowAccess } from './reads.ts';
import { refoldCase } from './refold.ts';
import { changesSince } from './resume.ts';
import { joinedRoomsOf } from './rooms.ts';
import { views } from './views.ts';

export type * from './contract.ts';

export type ReadModelsOptions = {
  store: Log;
  /** Folder of the files of rows, or ':memory:'. */
  dir: string;
  /** Clock in milliseconds since 1970. */
  clock: { now(): number };
  timers?: DelayTimers;
  /** Source of other nodes' snapshots, for a node without rows. */
  snapshots?: SnapshotSource;
  /** Called when the rows stop following the log. By default the error is thrown uncaught, which ends the process. */
  onFailure?: (error: unknown) => void;
};

/** Longest time from reading an event to folding it. */
const inFlightMs = 30_000;

const systemTimers: DelayTimers = {
  after: (milliseconds, run) => {
    const timer = setTimeout(run, milliseconds);
    return () => clearTimeout(timer);
  },
};

function throwUncaught(error: unknown): void {
  queueMicrotask(() => {
    throw error;
  });
}

/** Opens the rows of a log, catches up with it, and follows it. */
export async function openReadModels(options: ReadModelsOptions): Promise<ReadModels> {
  const { store: log, dir, clock, timers = systemTimers, onFailure = throwUncaught } = options;
  const source: RowSource = { log, clock };
  const own = openGeneration(dir, source);
  const opened =
    own ??
    (options.snapshots && (await fetchGeneration(dir, source, options.snapshots))) ??
    (await buildGeneration(dir, source));
  await catchUpGeneration(opened, await log.head(), source);
  const replacing = createGenerationSwap(opened, dir, source, timers);
  const { current } = replacing;
  const rows = createRowAccess(views, current);
  const past = openPastRows({ dir, log, clock, now: rows });
  // If these are not the node's own rows, they do not show which erasures its past rows have missed.
  if (dir !== ':memory:' && (!own || erasing.erasedDataMarkOf(opened.store) !== '')) past.erase();
  const cleaned = async () => {
    await replacing.cleaned();
    await past.erased();
  };
  await cleaned();
  let rebuilding: Promise<void> | undefined;
  const onErased = (first: LogPosition) => {
    past.erase(first);
    void cleaned().catch(onFailure);
  };
  const projector = createProjector({ source, timers, current, onFailure, onErased });

  return {
    logId: log.id,
    position: () => current().position,
    past,
    reached: projector.reached,
    ...createReads({ rows, log, directory: () => current().directory }),
    roomsOf: joinedRoomsOf,
    changedSince: (ctx, from) =>
      changesSince({ views, rows, store: current().store }, ctx, from, current().position),
    onAnnounce: projector.onAnnounce,
    refold: async caseId => {
      await replacing.serial(async () => {
        // Events that were read before the key was deleted are folded by then, so no later generation contains them.
        await projector.reached(await log.head(), inFlightMs);
        past.erase();
        refoldCase(current(), caseId, await erasing.readCaseEvents(caseId, source));
      });
      await cleaned();
    },
    cleaned,
    snapshot: async into => {
      await cleaned();
      return copyGeneration(current(), source, into);
    },
    rebuild: () => {
      rebuilding ??= replacing
        .rebuild()
        .then(cleaned)
        .finally(() => {
          rebuilding = undefined;
        });
      return rebuilding;
    },
    rebuilding: () => rebuilding !== undefined,
    close: async () => {
      await projector.stop();
      await past.close();
      await replacing.close();
    },
  };
}
