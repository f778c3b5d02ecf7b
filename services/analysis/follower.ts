/**
 * Follows the log and keeps the analysts' tables: on one node at a time, under a lease. A restart goes on from the last commit;
 * what a killed process has left half-written is named by no manifest, and removed.
 */
import { MissingEventError } from '#events/analysis/table-fold.ts';
import type { Recorded } from '#events/envelope.ts';
import { type LogPosition, START } from '#events/log-position.ts';
import type { RepeatingTimers } from '../clock/clock.ts';
import { collectBatches } from '../concurrency/batching.ts';
import { pause } from '../concurrency/pause.ts';
import { createTickSignal } from '../concurrency/tick-signal.ts';
import { measureNextEventAge } from '../eventstore/next-event-age.ts';
import { type EventStore, StoreClosedError } from '../eventstore/port.ts';
import type { Log } from '../logging/log.ts';
import { createHeldLease, type HeldLease } from '../vault/held-lease.ts';
import { createLease } from '../vault/lease.ts';
import type { Vault } from '../vault/port.ts';
import { type CaseEntries, openCaseEntries } from './case-entries.ts';
import { type CommitDelay, createCommitDelay, MAX_COMMIT_DELAY_MS } from './commit-delay.ts';
import { ManifestNumberTakenError } from './manifest.ts';
import { type OpenOrganisationTablesDeps, openOrganisationTables } from './open-organisation.ts';
import type { OrganisationTables } from './organisation-tables.ts';
import { MIN_SEALED_SEGMENT_ROWS } from './segments.ts';
import { createTableBuilder, type TableBuilder, type TableBuilderDeps } from './table-builder.ts';
import { caseEntriesPath } from './table-folders.ts';
import { UnknownEventTypeError } from './tables-fold.ts';
import { createTurnPace } from './turn-pace.ts';
import { DuckDbAbsentError } from './writer.ts';

export type TablesDeps = Omit<OpenOrganisationTablesDeps, 'logId' | 'head' | 'holder' | 'log' | 'onStep'> &
  Pick<TableBuilderDeps, 'store' | 'openSealed'> & {
    /** The log with personal parts sealed. */
    sealedLog: Pick<EventStore, 'id' | 'subscribeBatches' | 'head' | 'readAll'>;
    vault: Vault;
    timers: RepeatingTimers;
    log: Pick<Log, 'warn' | 'error'>;
    /** Milliseconds of a rest after a turn (turn-pace.ts). Default 4: requests have the thread four fifths of the time. */
    restMs?: number;
    /** Milliseconds for which events are collected before they are committed. Default 1,000. */
    lingerMs?: number;
    /** Events at the head after which the entries of cases are saved. Default 1,000. */
    saveEvents?: number;
    /** Tests end the process here, by an error. */
    onStep?: OpenOrganisationTablesDeps['onStep'];
  };

export type RunningTables = {
  /** Resolves with true once every event up to a position is in the tables, or with false after the time in ms. */
  reached(position: bigint, waitMs: number): Promise<boolean>;
  /** Seconds that the next event has waited; undefined while another process keeps the tables. */
  lag(): Promise<number | undefined>;
  /** Why the tables are not kept any more; undefined while they are. */
  fault(): string | undefined;
  /** Resolves when every event now in the log is in the tables. */
  idle(): Promise<void>;
  stop(): Promise<void>;
};

const LEASE_MS = 30_000;
const TICK_MS = 5_000;
const REST_MS = 4;
/** Most events of a commit: those of a sealed segment, so that most events of a build are written once. */
const COMMIT_EVENTS = MIN_SEALED_SEGMENT_ROWS;
/** Events read at once. */
const SLICE = 256;
/** Events after which the entries of cases are saved, and after which they are during a backlog. */
const SAVE_EVENTS = 1_000;
const SAVE_BACKLOG = 1_000_000;
/** Events that say a time before this are a backlog, for which nobody waits. */
const NEWS_MS = 10_000;

/** Opens the tables of every organisation that has some, and goes on where they end. */
async function openBuilder(
  deps: TablesDeps,
  holder: string,
  { entries, organisations }: { entries: CaseEntries; organisations: Map<string, OrganisationTables> },
): Promise<TableBuilder> {
  const { sealedLog, onStep = () => undefined } = deps;
  const head = await sealedLog.head();
  const own = { ...deps, logId: sealedLog.id, head, holder, onStep };
  const open = (orgId: string) => openOrganisationTables(own, orgId);
  for (const orgId of await deps.tableStore.organisations()) organisations.set(orgId, await open(orgId));
  const point = entries.restart();
  // Tables that were removed or emptied lack events that the entries contain.
  const lacks = [...(point?.organisations ?? [])].some(
    ([orgId, final]) => (organisations.get(orgId)?.final() ?? START) < final,
  );
  if (lacks || (point && point.position > head)) entries.clear();
  return createTableBuilder({ ...deps, entries, organisations, open });
}

/** The events after a position in small slices. A slice that is not full was held back a moment for more events. */
function slicesAfter(
  { sealedLog }: TablesDeps,
  from: LogPosition,
  { signal, linger }: Building,
): AsyncGenerator<Recorded[]> {
  const batches = sealedLog.subscribeBatches(from, { signal, size: SLICE });
  const limits = { size: SLICE, bytes: SLICE, bytesOf: () => 1, linger: () => linger.over(signal) };
  return collectBatches(batches, limits);
}

/** Decides when what was folded is committed and saved: news soon, a backlog in large pieces. */
function createCommitPace({
  clock,
  sealedLog,
  lingerMs = MAX_COMMIT_DELAY_MS,
  saveEvents = SAVE_EVENTS,
}: TablesDeps) {
  let pending = { since: 0, events: 0 };
  let unsaved = 0;
  let isAtHead = false;
  return {
    isCommitDue: async (slice: readonly Recorded[]): Promise<boolean> => {
      const now = clock.now();
      if (pending.events === 0) pending.since = now;
      pending.events += slice.length;
      const last = slice.at(-1);
      isAtHead = !last || slice.length < SLICE || last.position >= (await sealedLog.head());
      const isNews = last !== undefined && now - Date.parse(last.at) < NEWS_MS;
      return isAtHead || pending.events >= COMMIT_EVENTS || (isNews && now - pending.since >= lingerMs);
    },
    /** Whether the entries are saved after the commit that is due. */
    isSaveDue: (): boolean => {
      unsaved += pending.events;
      pending = { since: 0, events: 0 };
      if (unsaved < (isAtHead ? saveEvents : SAVE_BACKLOG)) return false;
      unsaved = 0;
      return true;
    },
  };
}

/** Folds and commits the events after the builder's position until the signal. */
async function build(deps: TablesDeps, builder: TableBuilder, building: Building) {
  const { signal, linger, holding, onCommit } = building;
  const pace = createCommitPace(deps);
  const afterItem = createTurnPace({ timers: deps.timers, restMs: deps.restMs ?? REST_MS, signal });
  for await (const slice of slicesAfter(deps, builder.from, building)) {
    for (const event of slice) {
      const opening = builder.push(event);
      if (opening) await opening;
      const rest = afterItem();
      if (rest) await rest;
    }
    if (signal.aborted) return;
    await builder.readFacts();
    if (!(await pace.isCommitDue(slice))) continue;
    if (!(await holding.holds())) return;
    const isSaving = pace.isSaveDue();
    await linger.whileCommitting(() => builder.commit(isSaving, afterItem));
    if (isSaving) await builder.saveEntries(afterItem);
    deps.onStep?.('entries');
    await onCommit(slice.at(-1)?.position ?? builder.from);
  }
}

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

type Building = {
  signal: AbortSignal;
  linger: CommitDelay;
  holding: HeldLease;
  onCommit: (position: LogPosition) => Promise<void>;
};

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
  const { sealedLog, vault, clock, ids, timers, log, tableStore } = deps;
  const stopping = new AbortController();
  const holder = ids.uuid();
  const lease = createLease(vault, clock, 'analysis tables', holder, LEASE_MS);
  const holding = createHeldLease(lease, clock, LEASE_MS);
  const tick = createTickSignal(timers, TICK_MS, stopping.signal);
  const progress = createTickSignal(undefined, 0, stopping.signal);
  const linger = createCommitDelay(timers, deps.lingerMs ?? MAX_COMMIT_DELAY_MS, clock);
  const organisations = new Map<string, OrganisationTables>();
  let reached: LogPosition = START;
  let fault: string | undefined;
  let isHolder = false;

  const follow = async (signal: AbortSignal) => {
    const entries = openCaseEntries(caseEntriesPath(tableStore.dir));
    organisations.clear();
    try {
      const builder = await openBuilder(deps, holder, { entries, organisations });
      const onCommit = async (position: LogPosition) => {
        // Tables that are built again answer what they had meanwhile.
        if (position > reached) reached = position;
        await tableStore.publish(reached);
        progress.fire();
      };
      await build(deps, builder, { signal, linger, holding, onCommit });
    } catch (error) {
      // A process that lost its lease unnoticed has written older entries. The next run folds the log from its start.
      if (error instanceof MissingEventError) entries.clear();
      throw error;
    } finally {
      entries.close();
    }
  };

  /** Renews the lease while the work goes on; ends the work if the lease is lost or the tables have to be opened again. */
  const hold = async () => {
    const lost = new AbortController();
    const signal = AbortSignal.any([stopping.signal, lost.signal]);
    const working = follow(signal).finally(() => lost.abort());
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
        if (err instanceof StoreClosedError) return;
        if (err instanceof UnknownEventTypeError || err instanceof DuckDbAbsentError) fault = err.message;
        log.error({ err }, "following the log for the analysts' tables failed");
      }
      if (fault === undefined) await tick.next();
    }
  };
  const living = live();

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
      while (!stopping.signal.aborted && fault === undefined) {
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
