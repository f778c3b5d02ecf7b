/**
 * Copies of all data about a patient: jobs in the vault, and their zips in the file storage. A zip is encrypted with
 * the patient's key, so leftovers of a crash become unreadable when the patient is erased.
 */
import type { Readable } from 'node:stream';
import { dataRequestId } from '#events/dataRequest/stream.ts';
import type { JobState } from '#events/job-state.ts';
import type { Blobs } from '../files/blobs.ts';
import { createJobRecords } from '../vault/job-records.ts';
import type { Keyring } from '../vault/keyring.ts';
import type { Vault } from '../vault/port.ts';
import { readSealedFile } from './sealed-file.ts';

/** `done`: number of files that are written, of all `files`. */
export type PatientCopyProgress = { done: number; files: number };

type Stored = { orgId: string; sha256: string; size: number; until: string };
/** `stored`: where the bytes are stored. It is recorded before the bytes are, so that they are always found. */
export type PatientCopyJob = {
  patient: string;
  request: number;
  state: Extract<JobState, 'waiting' | 'making' | 'ready'>;
  progress: PatientCopyProgress;
  stored: Stored | null;
};

export type PatientCopies = {
  /** Notes that a copy is due. Idempotent. */
  enqueue(patient: string, request: number): Promise<void>;
  job(patient: string, request: number): Promise<PatientCopyJob | undefined>;
  /** Replaces the record of a job. Returns false if the job was stopped meanwhile. */
  note(job: PatientCopyJob): Promise<boolean>;
  /** All jobs. */
  jobs(): Promise<PatientCopyJob[]>;
  /** Returns the zip's bytes; undefined if there is no zip. */
  read(patient: string, request: number): Promise<Readable | undefined>;
  /** Deletes a copy, and stops making it. */
  drop(patient: string, request: number): Promise<void>;
  dropAllOf(patient: string): Promise<void>;
  /** Deletes copies whose time is over. */
  sweep(): Promise<void>;
};

export type PatientCopiesDeps = {
  vault: Vault;
  keyring: Pick<Keyring, 'find'>;
  blobs: Pick<Blobs, 'read' | 'size' | 'drop'>;
  clock: { now(): number };
};

export function createPatientCopies({ vault, keyring, blobs, clock }: PatientCopiesDeps): PatientCopies {
  const records = createJobRecords<PatientCopyJob>({
    ...{ vault, prefix: 'patient-copy/', untilOf: ({ stored }) => stored?.until ?? null },
    dropBytes: async ({ stored }) => {
      if (stored) await blobs.drop({ orgId: stored.orgId, sha256: stored.sha256 });
    },
  });
  const job = (patient: string, request: number) => records.find(dataRequestId(patient, request));
  const drop = (patient: string, request: number) => records.drop(dataRequestId(patient, request));
  return {
    enqueue: async (patient, request) => {
      const progress = { done: 0, files: 0 };
      const begun: PatientCopyJob = { patient, request, state: 'waiting', progress, stored: null };
      await records.add(dataRequestId(patient, request), begun);
    },
    job,
    note: one => records.note(dataRequestId(one.patient, one.request), one),
    jobs: () => records.list(),
    read: async (patient, request) => {
      const found = await job(patient, request);
      if (found?.state !== 'ready' || !found.stored || Date.parse(found.stored.until) <= clock.now())
        return undefined;
      const key = await keyring.find(patient);
      // A restored backup has the records of copies, but not their bytes.
      if ((await blobs.size(found.stored)) === undefined) return undefined;
      return key ? readSealedFile(blobs, found.stored, key) : undefined;
    },
    drop,
    dropAllOf: async patient => {
      for (const { request } of await records.list(`${patient}-`)) await drop(patient, request);
    },
    sweep: () => records.sweep(clock.now()),
  };
}
