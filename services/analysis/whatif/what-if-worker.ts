/** Carries out the runs of what-if: one at a time in the installation, under a lease. */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { caseIdOfEvent, caseStreamPrefix } from '#events/case/stream.ts';
import { toLogPosition } from '#events/log-position.ts';
import type { ReadModels } from '#projections/readmodels.ts';
import type { Clock, Ids, RepeatingTimers } from '../../clock/clock.ts';
import { createTickSignal } from '../../concurrency/tick-signal.ts';
import type { EventStore, RawEventReader } from '../../eventstore/port.ts';
import type { Log } from '../../logging/log.ts';
import { createHeldLease } from '../../vault/held-lease.ts';
import { createLease } from '../../vault/lease.ts';
import type { Vault } from '../../vault/port.ts';
import { createCaseOfRowLookup, presentWhatIfResult } from './shown-result.ts';
import { VersionUnusableError } from './version-process.ts';
import { compareVersions, type VersionComparison, type WhatIfOptions } from './what-if.ts';
import type { WhatIfFailure, WhatIfRun } from './what-if-run.ts';
import type { WhatIfRuns } from './what-if-runs.ts';

/** A version that can be chosen: a checkout with its packages. */
export type VersionCheckout = { name: string; folder: string };

export type WhatIfWorkerDeps = {
  runs: WhatIfRuns;
  versions: readonly VersionCheckout[];
  /** The log with personal parts opened, in the shapes in which events were stored. */
  openedLog: Pick<RawEventReader, 'id' | 'read' | 'readBatches' | 'head'>;
  sealedLog: Pick<EventStore, 'subscribeBatches' | 'readAll'>;
  models: Pick<ReadModels, 'snapshot' | 'state'>;
  /** True if the rows are in files, so that a copy of them is compared. */
  hasRowFiles: boolean;
  /** Folder of the files of a run. It is emptied. */
  dir: string;
  vault: Vault;
  clock: Clock;
  ids: Ids;
  timers: RepeatingTimers;
  log: Pick<Log, 'info' | 'warn' | 'error'>;
};

export type RunningWhatIfWorker = { stop(): Promise<void> };

const LEASE_MS = 30_000;
const TICK_MS = 2000;
const MOST_MS = 3_600_000;
/** Events that are read in one turn of the event loop: about a millisecond, because requests are answered meanwhile. */
const BATCH = 64;
const ownFolder = fileURLToPath(new URL('../../../', import.meta.url));

/** The reason for which a run is ended. */
class RunEnded extends Error {
  readonly failure: WhatIfFailure | 'cancelled';
  constructor(failure: WhatIfFailure | 'cancelled') {
    super(failure);
    this.failure = failure;
  }
}

function failureOf(error: unknown): WhatIfFailure | 'cancelled' {
  if (error instanceof RunEnded) return error.failure;
  return error instanceof VersionUnusableError ? error.kind : 'other';
}

function emptied(dir: string): string {
  rmSync(dir, { recursive: true, force: true });
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  return dir;
}

/** Position of a file of rows. */
function positionOf(file: string): bigint {
  const db = new DatabaseSync(file, { readOnly: true });
  try {
    return BigInt(String(db.prepare("SELECT value FROM meta WHERE name = 'position'").get()?.value ?? '0'));
  } finally {
    db.close();
  }
}

/** What is served: a copy of the rows, or this version's rows as of an earlier position. */
async function servedOf(
  { models, hasRowFiles, openedLog, dir }: WhatIfWorkerDeps,
  { to }: WhatIfRun,
): Promise<Pick<WhatIfOptions, 'here' | 'to'>> {
  if (to !== null) return { here: { folder: ownFolder }, to: BigInt(to) };
  if (!hasRowFiles) return { here: { folder: ownFolder }, to: await openedLog.head() };
  const file = join(dir, 'served.db');
  await models.snapshot(file);
  return { here: { folder: ownFolder, file }, to: positionOf(file) };
}

const erasures = { types: ['PatientErased'] };

/** Ends the run if a patient is erased after its position: its files name the patient. */
async function watchErasures(
  { sealedLog }: WhatIfWorkerDeps,
  after: bigint,
  running: AbortController,
): Promise<void> {
  const how = { signal: running.signal, filter: erasures };
  for await (const _batch of sealedLog.subscribeBatches(toLogPosition(after), how))
    running.abort(new RunEnded('erased'));
}

/** The cases that were erased after a position. The watch hears of them later than the log. */
async function* erasedAfter({ sealedLog }: WhatIfWorkerDeps, after: bigint): AsyncGenerator<string> {
  const how = { after: toLogPosition(after), filter: { ...erasures, streamPrefix: caseStreamPrefix } };
  for await (const event of sealedLog.readAll(how)) yield caseIdOfEvent(event);
}

/** @throws RunEnded, VersionUnusableError, the log's error */
async function compare(deps: WhatIfWorkerDeps, run: WhatIfRun, running: Running): Promise<VersionComparison> {
  const { versions, openedLog, models } = deps;
  const named = versions.find(({ name }) => name === run.version);
  if (run.version !== null && !named) throw new RunEnded('unknownVersion');
  const dir = emptied(deps.dir);
  try {
    const served = await servedOf(deps, run);
    // Ends with the run's signal.
    const watch = watchErasures(deps, served.to, running.controller);
    watch.catch(error => running.controller.abort(error));
    const caseOfRow = createCaseOfRowLookup(id => models.state(id)?.servedBy === run.orgId);
    const found = await compareVersions({
      ...served,
      ...{
        log: openedLog,
        batch: BATCH,
        dir,
        onProgress: running.onProgress,
        signal: running.controller.signal,
      },
      there: { folder: named?.folder ?? ownFolder },
      from: run.from === null ? undefined : BigInt(run.from),
      wants: (_view, id) => caseOfRow(id) !== undefined,
    });
    for await (const _ of erasedAfter(deps, served.to)) throw new RunEnded('erased');
    return found;
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

type Running = { controller: AbortController; onProgress: NonNullable<WhatIfOptions['onProgress']> };

/** Carries out a run and keeps its outcome. @param holds renews the lease */
async function carryOut(
  deps: WhatIfWorkerDeps,
  asked: WhatIfRun,
  { holds, signal }: { holds: () => Promise<boolean>; signal: AbortSignal },
): Promise<void> {
  const { runs, clock, timers, log, models } = deps;
  const controller = new AbortController();
  const until = clock.now() + MOST_MS;
  const run: WhatIfRun = { ...asked, state: 'making', progress: { step: 'building', share: 0 } };
  const beat = async () => {
    if (!(await holds())) return controller.abort(new RunEnded('interrupted'));
    if (clock.now() > until) return controller.abort(new RunEnded('tooLong'));
    if (!(await runs.note(run))) controller.abort(new RunEnded('cancelled'));
  };
  const stopped = () => controller.abort(new RunEnded('interrupted'));
  signal.addEventListener('abort', stopped, { once: true });
  await beat();
  let beating = Promise.resolve();
  const stopBeating = timers.every(TICK_MS, () => {
    beating = beating.then(beat).catch(error => controller.abort(error));
  });
  /** Trap: a progress that is noted while the outcome is written would win over it. */
  const end = async (...outcome: Parameters<WhatIfRuns['end']>) => {
    stopBeating();
    await beating;
    await runs.end(...outcome);
  };
  const onProgress: Running['onProgress'] = progress => {
    run.progress = progress;
  };
  try {
    controller.signal.throwIfAborted();
    const found = await compare(deps, run, { controller, onProgress });
    const caseOfRow = createCaseOfRowLookup(id => models.state(id)?.servedBy === run.orgId);
    await end(run, 'ready', { result: presentWhatIfResult(found, caseOfRow) });
    // The erasure may have looked for results before this one was kept.
    for await (const caseId of erasedAfter(deps, found.position)) await runs.forget(run.orgId, caseId);
  } catch (error) {
    const failure = failureOf(error);
    if (failure !== 'cancelled') await end(run, 'failed', { failure });
    if (failure === 'other') log.error({ err: error }, 'a comparison with another version failed');
    else log.warn({ err: error }, `a comparison with another version ended: ${failure}`);
  } finally {
    stopBeating();
    signal.removeEventListener('abort', stopped);
    controller.abort(new RunEnded('interrupted'));
  }
}

/** Starts to carry out runs. Returns at once. */
export function startWhatIfWorker(deps: WhatIfWorkerDeps): RunningWhatIfWorker {
  const { runs, vault, clock, ids, timers, log, dir } = deps;
  const stopping = new AbortController();
  const { signal } = stopping;
  const lease = createLease(vault, clock, 'what if', ids.uuid(), LEASE_MS);
  const { holds } = createHeldLease(lease, clock, LEASE_MS);
  const tick = createTickSignal(timers, TICK_MS, signal);
  // Files of a process that was killed.
  rmSync(dir, { recursive: true, force: true });

  const round = async () => {
    if (!(await holds())) return;
    for (const run of await runs.list()) {
      if (signal.aborted) return;
      // Its process is gone, because the lease is here.
      if (run.state === 'making') await runs.end(run, 'failed', { failure: 'interrupted' });
      if (run.state === 'waiting') await carryOut(deps, run, { holds, signal });
    }
  };
  const live = async () => {
    while (!signal.aborted) {
      await round().catch((err: unknown) => log.error({ err }, 'looking for comparisons failed'));
      await tick.next();
    }
  };
  const living = live();
  return {
    async stop() {
      stopping.abort();
      await living;
      await lease.release();
    },
  };
}
