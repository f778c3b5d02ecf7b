/** Exports of the analysts' tables: jobs in the vault by person, and their files in the file storage for some days. */

import type { ExportFormat, XesTraceKind } from '#events/analysis/export-formats.ts';
import type { JobState } from '#events/job-state.ts';
import type { Blobs } from '../../files/blobs.ts';
import { createJobRecords } from '../../vault/job-records.ts';
import type { Vault } from '../../vault/port.ts';
import type { TableName } from '../tables.ts';
import type { ExportProgress } from './export-answer.ts';

const DAY_MS = 86_400_000;

export const exportLimits = {
  /** Days for which a finished export is kept. */
  days: 7,
  /** Unfinished exports of a person. */
  unfinished: 3,
  /** Exports of a person that are kept. */
  kept: 20,
} as const;

/** What a person has asked for, and the log as of which it is made. */
export type ExportRequest = {
  id: string;
  by: string;
  /** The organisation whose tables are exported. */
  orgId: string;
  /** ISO time of the request. */
  at: string;
  format: ExportFormat;
  trace: XesTraceKind;
  tables: TableName[];
  /** Range of the log's clock in ms; `to` is not part of it. Null: no limit. */
  from: number | null;
  to: number | null;
  /** Last position and its clock in ms. */
  position: string;
  clock: number;
  /** Version of the tables' definition. */
  definition: string;
};

/** Why there is no file. `erased`: it had facts of a patient who was erased since. */
export type ExportFailure = 'diskFull' | 'failed' | 'analysisAbsent' | 'erased';

/**
 * `blob`: name in the file storage, of this export alone; equal bytes of another one may be deleted earlier. It is noted before
 * the bytes are stored, so that they are always found.
 */
type ExportFile = {
  blob: string;
  sha256: string;
  bytes: number;
  events: number;
  /**
   * Position of the log as of which its facts of cases hold: patients who were erased up to it are not in them. Missing in older
   * records: that of the order.
   */
  factsAt?: string;
};

export type ExportJob = ExportRequest & {
  state: Exclude<JobState, 'cancelled'>;
  progress: ExportProgress;
  why: ExportFailure | null;
  file: ExportFile | null;
  /** ISO time at which the export is deleted; null before it is over. */
  until: string | null;
};

export type ExportJobs = {
  /** Adds an export that is due. Returns false if it was added before. @throws the vault's errors */
  enqueue(order: ExportRequest): Promise<boolean>;
  /** The person's export; undefined also for other people's. */
  find(by: string, id: string): Promise<ExportJob | undefined>;
  /** All exports, or those of a person, the oldest first. */
  all(by?: string): Promise<ExportJob[]>;
  /** Replaces an unfinished job. False if it was dropped or has failed meanwhile. */
  note(job: ExportJob): Promise<boolean>;
  /** Stops an export, and deletes its file. */
  drop(job: Pick<ExportJob, 'by' | 'id'>): Promise<void>;
  /** Deletes the files of exports with facts of an organisation's cases, because one of its patients was erased. */
  dropFacts(orgId: string): Promise<void>;
  /** Deletes exports whose time is over. */
  sweep(): Promise<void>;
};

export type ExportJobsDeps = {
  vault: Vault;
  blobs: Pick<Blobs, 'drop'>;
  clock: { now(): number };
};

/** An id that somebody may have typed into an address. */
const idFormat = /^[\w-]{1,64}$/;
const nameOf = ({ by, id }: Pick<ExportJob, 'by' | 'id'>) => `${by}/${id}`;
const byAge = (a: ExportJob, b: ExportJob) => (a.at < b.at ? -1 : Number(a.at > b.at));

/** Returns the time until which an export made now is kept. */
export const exportKeptUntil = (now: number): string =>
  new Date(now + exportLimits.days * DAY_MS).toISOString();

export function createExportJobs({ vault, blobs, clock }: ExportJobsDeps): ExportJobs {
  const dropBytes = async ({ orgId, file }: ExportJob) => {
    if (file) await blobs.drop({ orgId, sha256: file.blob });
  };
  const records = createJobRecords<ExportJob>({
    ...{ vault, prefix: 'analysis-export/', untilOf: ({ until }) => until, dropBytes },
  });
  const all = async (by?: string) => (await records.list(by === undefined ? '' : `${by}/`)).toSorted(byAge);
  const erase = async (job: ExportJob) => {
    const until = exportKeptUntil(clock.now());
    // After this record, a process that makes the export stores nothing.
    const before = await records.change(nameOf(job), now => ({
      ...now,
      state: 'failed',
      why: 'erased',
      until,
    }));
    if (!before?.file) return;
    // The record names the bytes until they are gone.
    await dropBytes(before);
    await records.change(nameOf(job), now => ({ ...now, file: null }));
  };
  return {
    enqueue: order => {
      const progress = { done: 0, events: 0 };
      const begun = { state: 'waiting', progress, why: null, file: null, until: null } as const;
      return records.add(nameOf(order), { ...order, ...begun });
    },
    find: async (by, id) => (idFormat.test(id) ? records.find(nameOf({ by, id })) : undefined),
    all,
    note: job => records.note(nameOf(job), job),
    drop: job => records.drop(nameOf(job)),
    dropFacts: async orgId => {
      for (const job of await all())
        if (job.orgId === orgId && job.tables.includes('case_facts')) await erase(job);
    },
    sweep: () => records.sweep(clock.now()),
  };
}
