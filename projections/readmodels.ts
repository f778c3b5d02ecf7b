/** The read models of one node: a local file of rows that follows the log. */

import type { Recorded } from '#events/envelope.ts';
import type { Log, ReadModels } from './contract.ts';
import * as erasing from './erasing.ts';
import { removeFile, removeOthers } from './files.ts';
import {
  buildGeneration,
  catchUp,
  copyGeneration,
  fetchGeneration,
  type Generation,
  openGeneration,
  type Snapshots,
  type Source,
} from './generation.ts';
import { createProjector, type Timers } from './projector.ts';
import { createReads, createRows } from './reads.ts';
import { refold } from './refold.ts';
import { changedSince } from './resume.ts';
import { allRooms } from './rooms.ts';
import { views } from './views.ts';

export type * from './contract.ts';

export type OpenReadModels = {
  store: Log;
  /** Folder of the files of rows, or ':memory:'. */
  dir: string;
  /** Milliseconds since 1970. */
  clock: { now(): number };
  /** Lifts an event of an older version to today's shape. */
  upcast?: (event: Recorded) => Recorded;
  timers?: Timers;
  /** What a node without rows of its own begins with. */
  snapshots?: Snapshots;
  /** The rows no longer follow. Default: the error is thrown where nobody catches it, which ends the process. */
  onFailure?: (error: unknown) => void;
};

/** What was read from the log takes less to be folded. */
const inFlightMs = 30_000;

const systemTimers: Timers = {
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

/** Opens the rows of a log, catches up with it, and follows it from then on. */
export async function openReadModels(options: OpenReadModels): Promise<ReadModels> {
  const {
    store: log,
    dir,
    clock,
    upcast = e => e,
    timers = systemTimers,
    onFailure = throwUncaught,
  } = options;
  const source: Source = { log, clock, upcast };
  let current =
    openGeneration(dir, source) ??
    (options.snapshots && (await fetchGeneration(dir, source, options.snapshots))) ??
    (await buildGeneration(dir, source));
  await catchUp(current, await log.head(), source);
  erasing.endAll(current);
  const now = () => current;
  let rebuilding: Promise<void> | undefined;
  /** Not while a file is built beside the others: at the next start, where the process ends before. */
  const endErasing = async () => {
    while (rebuilding) await rebuilding.catch(() => undefined);
    if (!closed) erasing.end(current);
  };
  let closed = false;
  const onErased = () => void endErasing().catch(onFailure);
  const projector = createProjector({ source, timers, current: now, onFailure, onErased });
  const rows = createRows(views, now);

  /** The switch and the look before it are one turn: nothing is folded in between. */
  const rebuild = async () => {
    const next = await buildGeneration(dir, source);
    while (next.position < current.position) await catchUp(next, current.position, source);
    const old = current;
    current = next;
    close(old);
    removeFile(old.store.file);
  };
  return {
    logId: log.id,
    position: () => current.position,
    reached: projector.reached,
    ...createReads(rows, now, source),
    roomsOf: allRooms,
    changedSince: (ctx, from) =>
      changedSince({ views, rows, store: current.store }, ctx, from, current.position),
    onAnnounce: projector.onAnnounce,
    refold: async caseId => {
      // What was read from the log before the key went is in the rows by then, and in none that come into its place later.
      await rebuilding?.catch(() => undefined);
      await projector.reached(await log.head(), inFlightMs);
      refold(current, caseId, await erasing.eventsOf(caseId, source));
      if (dir !== ':memory:') removeOthers(dir, current.store.file);
    },
    snapshot: into => copyGeneration(current, source, into),
    rebuild: () => {
      rebuilding ??= rebuild().finally(() => {
        rebuilding = undefined;
      });
      return rebuilding;
    },
    rebuilding: () => rebuilding !== undefined,
    close: async () => {
      await projector.stop();
      await rebuilding?.catch(() => undefined);
      closed = true;
      close(current);
    },
  };
}

const close = (generation: Generation) => generation.store.close();
