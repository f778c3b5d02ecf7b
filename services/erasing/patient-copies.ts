/**
 * Copies of all that is held about a patient: jobs in the vault, and their zips in the file storage. A zip is encrypted
 * with the patient's key, so leftovers of a crash are unreadable once the patient is erased.
 */
import type { Readable } from 'node:stream';
import { dataRequestId } from '#events/dataRequest/stream.ts';
import type { Blobs } from '../files/blobs.ts';
import { changeRecord } from '../vault/change-record.ts';
import type { Keyring } from '../vault/keyring.ts';
import type { Vault } from '../vault/port.ts';
import { readSealedFile } from './sealed-file.ts';

const prefix = 'patient-copy/';

/** `done` of `files` are written. */
export type CopyProgress = { done: number; files: number };

type Stored = { orgId: string; sha256: string; size: number; until: string };
/** `stored` is written before the bytes, so that they are always found. */
export type CopyJob = {
  patient: string;
  request: number;
  state: 'waiting' | 'making' | 'ready';
  progress: CopyProgress;
  stored: Stored | null;
};

export type PatientCopies = {
  /** Notes that a copy is due. Idempotent. */
  enqueue(patient: string, request: number): Promise<void>;
  job(patient: string, request: number): Promise<CopyJob | undefined>;
  /** Replaces a job. False if it was stopped meanwhile. */
  note(job: CopyJob): Promise<boolean>;
  /** All jobs, or those of one patient. */
  jobs(patient?: string): AsyncIterable<CopyJob>;
  /** The zip's bytes; undefined if there is none. */
  read(patient: string, request: number): Promise<Readable | undefined>;
  /** Deletes a copy, and stops its making. */
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

const nameOf = (patient: string, request: number) => prefix + dataRequestId(patient, request);

export function createPatientCopies({ vault, keyring, blobs, clock }: PatientCopiesDeps): PatientCopies {
  const find = (patient: string, request: number) => vault.get(nameOf(patient, request));
  const list = async function* (patient?: string): AsyncGenerator<CopyJob> {
    // Boundary: this file writes the records.
    for await (const { value } of vault.list(patient === undefined ? prefix : `${prefix}${patient}-`))
      yield value as CopyJob;
  };
  const drop = async (patient: string, request: number) => {
    const found = await find(patient, request);
    if (!found) return;
    const { stored } = found.value as CopyJob;
    // First the bytes: without the record they would not be found.
    if (stored) await blobs.drop({ orgId: stored.orgId, sha256: stored.sha256 });
    await vault.delete(nameOf(patient, request));
  };
  return {
    enqueue: async (patient, request) => {
      if (await find(patient, request)) return;
      const progress = { done: 0, files: 0 };
      const job: CopyJob = { patient, request, state: 'waiting', progress, stored: null };
      await vault.put(nameOf(patient, request), job);
    },
    job: async (patient, request) => (await find(patient, request))?.value as CopyJob | undefined,
    note: async job => (await changeRecord(vault, nameOf(job.patient, job.request), () => job)) !== undefined,
    jobs: list,
    read: async (patient, request) => {
      const job = (await find(patient, request))?.value as CopyJob | undefined;
      if (job?.state !== 'ready' || !job.stored || Date.parse(job.stored.until) <= clock.now())
        return undefined;
      const key = await keyring.find(patient);
      // A restored backup has no copies' bytes.
      if ((await blobs.size(job.stored)) === undefined) return undefined;
      return key ? readSealedFile(blobs, job.stored, key) : undefined;
    },
    drop,
    dropAllOf: async patient => {
      for await (const job of list(patient)) await drop(patient, job.request);
    },
    sweep: async () => {
      for await (const { patient, request, stored } of list())
        if (stored && Date.parse(stored.until) <= clock.now()) await drop(patient, request);
    },
  };
}
