/**
 * Makes exports in the background, one at a time, with their progress in the vault. A crash leaves the job, and the next process
 * begins it again; a file that is not whole has no name in the file storage.
 */
import { createHash } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isRefusal, Refusal } from '#events/errors.ts';
import { isUnfinishedJob } from '#events/job-state.ts';
import type { Clock, RepeatingTimers } from '../../clock/clock.ts';
import type { EventReader } from '../../eventstore/port.ts';
import type { Blobs } from '../../files/blobs.ts';
import { withDiskErrors } from '../../files/disk.ts';
import type { Log } from '../../logging/log.ts';
import type { AnalysisTables } from '../query.ts';
import type { MadeExport } from './export-answer.ts';
import { type ExportFailure, type ExportJob, type ExportJobs, exportKeptUntil } from './export-jobs.ts';
import { runExport } from './export-process.ts';

export type ExportMakerDeps = {
  /** Data folder of this process. */
  dataDir: string;
  /** Id of the log. */
  logId: string;
  jobs: ExportJobs;
  tables: Pick<AnalysisTables, 'open' | 'reached'>;
  store: Pick<EventReader, 'head'>;
  blobs: Pick<Blobs, 'keep' | 'drop'>;
  clock: Clock;
  timers: RepeatingTimers;
  log: Pick<Log, 'info' | 'error'>;
};

/** Thrown when the export was dropped while it was made. */
class ExportStopped extends Error {}

/** Shortest time between two notes of progress in ms. */
const NOTE_MS = 1000;
/** Interval in ms between checks whether the export is still wanted. An export may report no progress for minutes. */
const LOOK_MS = 5000;
/** How long the tables may take to reach the log's end, in ms. */
const REACHED_MS = 60_000;

const failures: readonly ExportFailure[] = ['diskFull', 'analysisAbsent'];
/** Undefined for an error after which the export begins again. */
function failureOf(error: unknown): ExportFailure | undefined {
  if (!isRefusal(error)) return 'failed';
  return failures.find(one => one === error.refusal);
}

/** Notes the progress at times, and stops the export once its job is gone. */
function createProgressNotes({ jobs, clock }: ExportMakerDeps, job: ExportJob, stop: (why: Error) => void) {
  let noted = clock.now();
  let noting = Promise.resolve();
  return {
    onProgress: (progress: ExportJob['progress']) => {
      if (clock.now() - noted < NOTE_MS && progress.done < progress.events) return;
      noted = clock.now();
      noting = noting
        .then(() => jobs.note({ ...job, state: 'making', progress }))
        .then(isThere => {
          if (!isThere) stop(new ExportStopped('the export was stopped'));
        })
        // The next note includes this progress.
        .catch(() => undefined);
    },
    done: () => noting,
  };
}

/** Stops the export soon after it was dropped, or a patient of its facts was erased. @returns the function that ends it */
function watchJob({ jobs, timers }: ExportMakerDeps, { by, id }: ExportJob, stop: (why: Error) => void) {
  const look = async () => {
    const job = await jobs.find(by, id);
    if (!job || !isUnfinishedJob(job)) stop(new ExportStopped('the export was stopped'));
  };
  // A failed look is followed by the next one.
  return timers.every(LOOK_MS, () => void look().catch(() => undefined));
}

const aboutOf = ({ position, clock, definition, from, to }: ExportJob, log: string) => ({
  log,
  position,
  clock: new Date(clock).toISOString(),
  definition,
  from: from === null ? null : new Date(from).toISOString(),
  to: to === null ? null : new Date(to).toISOString(),
});

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');

/** Stores the file. The record first, so that a deletion finds the bytes. @throws ExportStopped */
async function store(
  deps: ExportMakerDeps,
  job: ExportJob,
  made: MadeExport & { factsAt: string },
): Promise<void> {
  const { jobs, blobs, clock } = deps;
  const { sha256, bytes, events, factsAt } = made;
  const file = { blob: hashOf(`${job.id}/${sha256}`), sha256, bytes, events, factsAt };
  const name = { orgId: job.orgId, sha256: file.blob };
  const progress = { done: events, events };
  const noteOrStop = async (state: ExportJob['state'], until: string | null) => {
    if (await jobs.note({ ...job, state, progress, file, until })) return;
    // The record is gone, so nobody else deletes the bytes.
    await blobs.drop(name);
    throw new ExportStopped('the export was stopped');
  };
  await noteOrStop('making', null);
  await blobs.keep(name, made.path);
  await noteOrStop('ready', exportKeptUntil(clock.now()));
}

async function make(
  deps: ExportMakerDeps,
  folder: string,
  job: ExportJob,
  signal: AbortSignal,
): Promise<void> {
  const { tables, logId } = deps;
  const stopped = new AbortController();
  const stop = (why: Error) => stopped.abort(why);
  const notes = createProgressNotes(deps, job, stop);
  // A patient may have been erased just now: the tables lack the facts from then on.
  const head = await deps.store.head();
  if (!(await tables.reached(head, REACHED_MS))) throw new Refusal('notCaughtUp');
  const open = await tables.open(job.orgId, { position: BigInt(job.position) });
  // Rows that are built again are not missing for long, and the file says nothing of them.
  if (open.lacks().some(({ table }) => job.tables.includes(table))) throw new Refusal('notCaughtUp');
  await rm(folder, { recursive: true, force: true });
  await withDiskErrors(() => mkdir(folder, { recursive: true, mode: 0o700 }));
  const { format, trace, from, to } = job;
  const endWatch = watchJob(deps, job, stop);
  const made = await withDiskErrors(() =>
    runExport({
      ...{
        open,
        folder,
        format,
        trace,
        from,
        to,
        tables: job.tables,
        log: logId,
        about: aboutOf(job, logId),
      },
      onProgress: notes.onProgress,
      signal: AbortSignal.any([signal, stopped.signal]),
    }),
  ).finally(() => {
    endWatch();
    return notes.done();
  });
  await store(deps, job, { ...made, factsAt: String(head) });
  deps.log.info({ count: made.events }, 'an export is made');
}

/** @returns the function that makes the exports that are due, one after the other */
export function createExportMaker(deps: ExportMakerDeps): (signal: AbortSignal) => Promise<void> {
  const { jobs, clock, log } = deps;
  const dir = join(deps.dataDir, 'exports');
  let begun = false;
  const makeOne = async (job: ExportJob, signal: AbortSignal) => {
    const folder = join(dir, job.id);
    try {
      await make(deps, folder, job, signal);
    } catch (err) {
      const why = failureOf(err);
      if (err instanceof ExportStopped || signal.aborted || why === undefined) return;
      log.error({ err }, 'an export failed');
      await jobs.note({ ...job, state: 'failed', why, until: exportKeptUntil(clock.now()) });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  };
  return async signal => {
    // Unfinished files of the last run.
    if (!begun) await rm(dir, { recursive: true, force: true });
    begun = true;
    for (const job of await jobs.all()) {
      if (signal.aborted) return;
      if (isUnfinishedJob(job)) await makeOne(job, signal);
    }
  };
}
