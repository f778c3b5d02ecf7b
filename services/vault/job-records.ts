/**
 * Records of work in the background (decision 89): in the vault, so that every node sees them and a crash leaves them to the next
 * process. A person stops a job by dropping or ending its record; its maker notices at its next note.
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
  /** Turns a record of an earlier release into one of now. Default: all are as they are now. */
  lift?: (record: Job) => Job;
  /** ISO time at which a job is deleted; null to keep it. Default: all are kept. */
  untilOf?: (job: Job) => string | null;
  /** Deletes the bytes that a job names, if it has any. */
  dropBytes?: (job: Job) => Promise<void>;
};

/** `name`: of a record, below the prefix. */
export type JobRecords<Job> = {
  /** Adds a job. False if there is one of this name. @throws the vault's errors */
  add(name: string, job: Job): Promise<boolean>;
  find(name: string): Promise<Job | undefined>;
  /** The jobs whose names begin so. */
  list(names?: string): Promise<Job[]>;
  /** Replaces an unfinished job. False if it was dropped or has ended meanwhile. */
  note(name: string, job: Job): Promise<boolean>;
  /** Changes a job, ended or not. @returns the job before; undefined if it is gone or was left */
  change(name: string, changed: (now: Job) => Job | undefined): Promise<Job | undefined>;
  /** Deletes a job and its bytes, and stops its making. */
  drop(name: string): Promise<void>;
  /** Deletes jobs whose time is over. @param now in ms */
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
    // First the bytes: without the record they would not be found.
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
