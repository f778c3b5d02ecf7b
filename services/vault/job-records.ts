/**
 * Records of background work (decision 89). They are in the vault, so that every node sees them and after a crash the
 * next process finds them. A person stops a job by dropping or ending its record. The process that works on the job
 * notices this when it next calls `note`.
 */
import type { Json } from '#events/envelope.ts';
import { isUnfinishedJob, type JobState } from '#events/job-state.ts';
import { changeRecord } from './change-record.ts';
import { type Vault, VersionMismatchError } from './port.ts';

type JobRecord = Json & { state: JobState };

type Options<Job> = {
  vault: Vault;
  /** Prefix of the keys of these records. Ends with `/`. */
  prefix: string;
  /** Converts a record of an earlier release to the present form. Default: all records have the present form. */
  lift?: (record: Job) => Job;
  /** Returns the ISO time at which a job is deleted; null to keep it. Default: all jobs are kept. */
  untilOf?: (job: Job) => string | null;
  /** Deletes the bytes that a job names, if it has any. */
  dropBytes?: (job: Job) => Promise<void>;
};

/** `name`: name of a record, below the prefix. */
export type JobRecords<Job> = {
  /** Adds a job. Returns false if there is one with this name. @throws the vault's errors */
  add(name: string, job: Job): Promise<boolean>;
  find(name: string): Promise<Job | undefined>;
  /** Lists the jobs whose names begin with `names`. */
  list(names?: string): Promise<Job[]>;
  /** Replaces an unfinished job. Returns false if it was dropped or has ended meanwhile. */
  note(name: string, job: Job): Promise<boolean>;
  /** Changes a job, ended or not. @returns the job before; undefined if it is gone or was left as it is */
  change(name: string, changed: (now: Job) => Job | undefined): Promise<Job | undefined>;
  /** Deletes a job and its bytes, and stops the work on it. */
  drop(name: string): Promise<void>;
  /** Deletes expired jobs. @param now in ms */
  sweep(now: number): Promise<void>;
};

export function createJobRecords<Job extends JobRecord>({
  vault,
  prefix,
  lift = job => job,
  untilOf = () => null,
  dropBytes = async () => undefined,
}: Options<Job>): JobRecords<Job> {
  /** Cast: only this function writes records of the prefix. */
  async function* records(names = '') {
    for await (const { key, value } of vault.list(prefix + names))
      yield { name: key.slice(prefix.length), job: lift(value as Job) };
  }
  const find = async (name: string) => {
    const found = await vault.get(prefix + name);
    return found && lift(found.value as Job);
  };
  const change: JobRecords<Job>['change'] = async (name, changed) => {
    const before = await changeRecord<Job>(vault, prefix + name, now => changed(lift(now)));
    return before && lift(before);
  };
  const drop = async (name: string) => {
    const job = await find(name);
    if (!job) return;
    // Deletes the bytes first, because without the record nobody would find them.
    await dropBytes(job);
    await vault.delete(prefix + name);
  };
  return {
    add: async (name, job) => {
      try {
        await vault.put(prefix + name, job, 'absent');
        return true;
      } catch (error) {
        if (error instanceof VersionMismatchError) return false;
        throw error;
      }
    },
    find,
    list: async names => {
      const jobs: Job[] = [];
      for await (const { job } of records(names)) jobs.push(job);
      return jobs;
    },
    note: async (name, job) =>
      (await change(name, now => (isUnfinishedJob(now) ? job : undefined))) !== undefined,
    change,
    drop,
    sweep: async now => {
      for await (const { name, job } of records()) {
        const until = untilOf(job);
        if (until !== null && Date.parse(until) <= now) await drop(name);
      }
    },
  };
}
