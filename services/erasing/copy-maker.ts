/**
 * Makes patients' copies in the background: one at a time, streamed into an encrypted file, with its progress in the
 * vault. A crash leaves the job, and the next process starts it again.
 */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { copyKeptUntil, dataRequestStatusOf } from '#events/dataRequest/data-request.ts';
import { dataRequestId } from '#events/dataRequest/stream.ts';
import { isRefusal } from '#events/errors.ts';
import { isUnfinishedJob } from '#events/job-state.ts';
import type { Clock, Ids } from '../clock/clock.ts';
import type { EventReader } from '../eventstore/port.ts';
import type { BlobName, Blobs } from '../files/blobs.ts';
import { streamZip } from '../files/zip.ts';
import type { Log } from '../logging/log.ts';
import type { Keyring } from '../vault/keyring.ts';
import { createPatientCopyEntries, type PatientCopySource } from './copy-entries.ts';
import type { DataRequestCommands } from './data-requests.ts';
import type { PatientCopies, PatientCopyJob } from './patient-copies.ts';
import { writeSealedFile } from './sealed-file.ts';

export type PatientCopyMakerDeps = PatientCopySource & {
  dataDir: string;
  store: Pick<EventReader, 'head' | 'read' | 'id'>;
  keyring: Pick<Keyring, 'find'>;
  blobs: Blobs;
  copies: PatientCopies;
  dataRequests: Pick<DataRequestCommands, 'load' | 'patient' | 'made'>;
  clock: Clock;
  ids: Ids;
  log: Pick<Log, 'info' | 'error'>;
};

/** Thrown when the copy was stopped, or its patient erased. */
class CopyStopped extends Error {}

const reachedMs = 60_000;
const RETRY_MS = 60_000;

async function noteOrStop({ copies }: PatientCopyMakerDeps, job: PatientCopyJob): Promise<void> {
  if (!(await copies.note(job))) throw new CopyStopped('the copy was stopped');
}

/** Writes the zip and stores it. @throws CopyStopped */
async function make(
  deps: PatientCopyMakerDeps,
  dir: string,
  job: PatientCopyJob,
  signal: AbortSignal,
): Promise<void> {
  const { clock, keyring, models, store, dataRequests, copies, blobs, ids } = deps;
  const { patient, request } = job;
  if (!(await models.reached(await store.head(), reachedMs))) throw new Error('the read models are behind');
  const { requests } = await dataRequests.load(patient);
  const found = requests.find(one => one.request === request);
  const key = await keyring.find(patient);
  const { states, facts } = await dataRequests.patient(patient);
  const working = found && dataRequestStatusOf(found, clock.now()) === 'working';
  if (!found || !working || !key || facts.erased) {
    await copies.drop(patient, request);
    return;
  }
  const at = new Date(clock.now()).toISOString();
  let done = 0;
  let files = 0;
  const written = () => {
    done += 1;
    return noteOrStop(deps, { ...job, state: 'making', progress: { done, files } });
  };
  const content = await createPatientCopyEntries(deps, { states, request: found, at }, written);
  files = content.files;
  await noteOrStop(deps, { ...job, state: 'making', progress: { done, files } });
  const path = join(dir, ids.uuid());
  let kept: BlobName | undefined;
  try {
    const { sha256, size, clear } = await writeSealedFile(path, key, streamZip(content.entries), signal);
    kept = { orgId: facts.orgId, sha256 };
    const stored = { ...kept, size, until: copyKeptUntil(clock.now()) };
    const ready: PatientCopyJob = { ...job, state: 'ready', progress: { done, files }, stored };
    // Writes the record before the bytes, so that an erasure finds the bytes.
    await noteOrStop(deps, { ...ready, state: 'making' });
    await blobs.keep(kept, path);
    await noteOrStop(deps, ready);
    // Checks after the bytes are stored, because an erasure that begins later finds them.
    const isErased = (await dataRequests.patient(patient)).facts.erased;
    if (isErased || !(await dataRequests.made(patient, { request, bytes: clear, files })))
      return await copies.drop(patient, request);
    deps.log.info({ count: files }, 'a copy of a patient’s data is made');
  } catch (error) {
    // The record is already deleted, so no other cleanup would delete the bytes.
    if (error instanceof CopyStopped && kept) await blobs.drop(kept);
    throw error;
  } finally {
    rmSync(path, { force: true });
  }
}

/** Creates the function that makes the due copies, one after the other. */
export function createPatientCopyMaker(deps: PatientCopyMakerDeps): (signal: AbortSignal) => Promise<void> {
  const dir = join(deps.dataDir, 'copies');
  let begun = false;
  /** Time at which a failed copy is tried again, by its request. */
  const pauses = new Map<string, number>();
  return async signal => {
    if (!begun) {
      // Deletes unfinished files of the last run.
      rmSync(dir, { recursive: true, force: true });
      mkdirSync(dir, { recursive: true, mode: 0o700 });
      begun = true;
    }
    for (const job of await deps.copies.jobs()) {
      if (signal.aborted) return;
      const id = dataRequestId(job.patient, job.request);
      if (!isUnfinishedJob(job) || (pauses.get(id) ?? 0) > deps.clock.now()) continue;
      try {
        await make(deps, dir, job, signal);
        pauses.delete(id);
      } catch (err) {
        if (err instanceof CopyStopped || isRefusal(err) || signal.aborted) continue;
        pauses.set(id, deps.clock.now() + RETRY_MS);
        deps.log.error({ err }, 'making a patient’s copy failed and will be retried');
      }
    }
  };
}
