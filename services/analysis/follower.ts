/**
 * Follows the log and keeps the analysts' tables: on one node at a time, under a lease. A restart goes on from the last commit;
 * what a killed process has left half-written is named by no manifest, and removed.
 */
import { MissingEventError } from '#events/analysis/table-fold.ts';
import { type LogPosition, START } from '#events/log-position.ts';
import { pause } from '../concurrency/pause.ts';
import { createTickSignal } from '../concurrency/tick-signal.ts';
import { measureNextEventAge } from '../eventstore/next-event-age.ts';
import { type EventStore, StoreClosedError } from '../eventstore/port.ts';
import type { Log } from '../logging/log.ts';
import { createHeldLease, type HeldLease } from '../vault/held-lease.ts';
import { createLease, type Lease } from '../vault/lease.ts';
import type { Vault } from '../vault/port.ts';
import { BacklogFaultError, type BuildBacklog } from './backlog.ts';
import { type BuildRun, type BuildRunDeps, build, openBuilder } from './build-run.ts';
import { openCaseEntries } from './case-entries.ts';
import { createCommitDelay, MAX_COMMIT_DELAY_MS } from './commit-delay.ts';
import { ManifestNumberTakenError } from './manifest.ts';
import type { OrganisationTables } from './organisation-tables.ts';
import { caseEntriesPath } from './table-folders.ts';
import { UnknownEventTypeError } from './tables-fold.ts';
import { DuckDbAbsentError } from './writer.ts';

export type TablesDeps = BuildRunDeps & {
  sealedLog: Pick<EventStore, 'readAll' | 'readBatches'>;
  vault: Vault;
  log: Pick<Log, 'warn' | 'error'>;
  /** Default: a lease in the vault. */
  lease?: Lease;
  /** Builds long backlogs elsewhere. Default: they are built on this thread too. */
  buildBacklog?: BuildBacklog | undefined;
  /** Events that are a long backlog. Default 20,000. */
  backlogEvents?: number;
  /** False: the first error of a run is not retried; `idle` or `stop` rejects with it. Default: true. */
  retries?: boolean;
};

export type RunningTables = {
  /** Resolves with true once every event up to a position is in the tables, or with false after the time in ms. */
  reached(position: bigint, waitMs: number): Promise<boolean>;
  /** Seconds that the next event has waited; undefined while another process keeps the tables. */
  lag(): Promise<number | undefined>;
  /** Why the tables are not kept any more; undefined while they are. */
  fault(): string | undefined;
  /** Resolves when every event now in the log is in the tables, or when the tables are not kept any more. */
  idle(): Promise<void>;
  stop(): Promise<void>;
};

const LEASE_MS = 30_000;
const TICK_MS = 5_000;
/** More than half a second of this thread. Starting the process costs a quarter of one. */
const BACKLOG_EVENTS = 20_000;

/** Whether this process may go on: it has the lease, and its tables do not have to be opened again. */
async function mayGoOn(
  holding: HeldLease,
  organisations: ReadonlyMap<string, OrganisationTables>,
): Promise<boolean> {
  if (!(await holding.holds().catch(() => false))) return false;
  try {
    for (const tables of organisations.values()) await tables.follow();
    return true;
  } catch (error) {
    // Any other error means that the store does not answer; the next commit fails with it too.
    return !(error instanceof ManifestNumberTakenError);
  }
}

/** Whether the tables cannot be kept by this version or on this machine. */
const isFault = (error: unknown): error is Error =>
  [UnknownEventTypeError, DuckDbAbsentError, BacklogFaultError].some(fault => error instanceof fault);

/** Whether many events follow a position. Counts them, because positions have gaps. */
async function isLongBacklog(
  { sealedLog, backlogEvents = BACKLOG_EVENTS }: TablesDeps,
  after: LogPosition,
): Promise<boolean> {
  let events = 0;
  for await (const batch of sealedLog.readBatches({ after, limit: backlogEvents })) events += batch.length;
  return events >= backlogEvents;
}

type Held = { holder: string; organisations: Map<string, OrganisationTables> };

/** Follows the log on this thread. @returns the log's head instead, if a process of its own is to build up to it before */
async function followHere(
  deps: TablesDeps,
  { holder, organisations }: Held,
  { run, mayHandOver }: { run: BuildRun; mayHandOver: boolean },
): Promise<LogPosition | undefined> {
  const entries = openCaseEntries(caseEntriesPath(deps.tableStore.dir));
  organisations.clear();
  try {
    const builder = await openBuilder(deps, holder, { entries, organisations });
    if (mayHandOver && (await isLongBacklog(deps, builder.from))) return await deps.sealedLog.head();
    await build(deps, builder, run);
  } catch (error) {
    // A process that lost its lease unnoticed has written older entries. The next run folds the log from its start.
    if (error instanceof MissingEventError) entries.clear();
    throw error;
  } finally {
    entries.close();
  }
  return undefined;
}

/** Follows the log until the signal. A long backlog is built by a process of its own before, or here if that fails. */
async function follow(deps: TablesDeps, held: Held, run: BuildRun): Promise<void> {
  const { buildBacklog, log } = deps;
  const to = await followHere(deps, held, { run, mayHandOver: buildBacklog !== undefined });
  if (to === undefined || run.signal.aborted) return;
  // That process follows the manifests.
  held.organisations.clear();
  try {
    await buildBacklog?.({ ...run, to, holds: run.holding.holds });
  } catch (err) {
    if (run.signal.aborted) return;
    if (isFault(err)) throw err;
    log.error({ err }, "the process that builds the analysts' tables failed");
  }
  await followHere(deps, held, { run, mayHandOver: false });
}

/** Waits for progress until something holds, or until it is too late. @returns whether it holds */
async function reachedBefore(late: Promise<void>, next: () => Promise<void>, holds: () => boolean) {
  let isLate = false;
  const ended = late.then(() => {
    isLate = true;
  });
  while (!holds() && !isLate) await Promise.race([next(), ended]);
  return holds();
}

export function startTables(deps: TablesDeps): RunningTables {
  const { sealedLog, vault, clock, ids, timers, log, tableStore, retries = true } = deps;
  const stopping = new AbortController();
  const holder = ids.uuid();
  const lease = deps.lease ?? createLease(vault, clock, 'analysis tables', holder, LEASE_MS);
  const holding = createHeldLease(lease, clock, LEASE_MS);
  const tick = createTickSignal(timers, TICK_MS, stopping.signal);
  const progress = createTickSignal(undefined, 0, stopping.signal);
  const linger = createCommitDelay(timers, deps.lingerMs ?? MAX_COMMIT_DELAY_MS, clock);
  const organisations = new Map<string, OrganisationTables>();
  let reached: LogPosition = START;
  let fault: string | undefined;
  let isHolder = false;
  let isLiving = true;

  const onCommit = async (position: LogPosition) => {
    // Tables that are built again answer what they had meanwhile.
    if (position > reached) reached = position;
    await tableStore.publish(reached);
    progress.fire();
  };

  /** Renews the lease while the work goes on; ends the work if the lease is lost or the tables have to be opened again. */
  const hold = async () => {
    const lost = new AbortController();
    const signal = AbortSignal.any([stopping.signal, lost.signal]);
    const run = { signal, linger, holding, onCommit };
    const working = follow(deps, { holder, organisations }, run).finally(() => lost.abort());
    const ended = working.catch(() => undefined);
    while (!signal.aborted) {
      await Promise.race([tick.next(), ended]);
      if (!signal.aborted && !(await mayGoOn(holding, organisations))) lost.abort();
    }
    await working;
  };

  const live = async () => {
    while (!stopping.signal.aborted && fault === undefined) {
      try {
        isHolder = await holding.holds();
        if (isHolder) await hold();
      } catch (err) {
        if (isFault(err)) fault = err.message;
        else if (!retries) throw err;
        else if (err instanceof StoreClosedError) return;
        log.error({ err }, "following the log for the analysts' tables failed");
      }
      if (fault === undefined) await tick.next();
    }
  };
  const living = live().finally(() => {
    isLiving = false;
  });
  // Marks the promise as handled. `idle` and `stop` reject with its error.
  living.catch(() => undefined);

  return {
    reached: (position, waitMs) => {
      const late = pause(timers, waitMs, stopping.signal);
      return linger.whileReading(reachedBefore(late, progress.next, () => reached >= position));
    },
    // The growing lag shows that the follower has stopped.
    lag: async () =>
      isHolder || fault !== undefined ? measureNextEventAge(sealedLog, reached, clock) : undefined,
    fault: () => fault,
    async idle() {
      while (!stopping.signal.aborted && isLiving) {
        const next = progress.next();
        if (reached >= (await sealedLog.head())) return;
        await Promise.race([next, living]);
      }
    },
    async stop() {
      stopping.abort();
      await living;
      await lease.release();
    },
  };
}
