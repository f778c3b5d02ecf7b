/** Limit of unfinished uploads for each person, so that no person fills the disk with them. */
import { limits } from '#events/case/limits.ts';
import { badField, isRefusal } from '#events/errors.ts';
import type { Clock } from '#services/clock/clock.ts';
import { createMutex } from '../concurrency/mutex.ts';
import { isFinishedUpload, type UploadRecord, type UploadRecords } from './upload-record.ts';

/** Age in ms from which an unfinished upload counts as abandoned and may be removed to make room. */
const leftBehindMs = 86_400_000;

export type UnfinishedQuota = {
  /**
   * Runs `begin` if the person's limit allows another upload.
   * @throws Refusal badInput if not; the errors of `begin`
   */
  add(by: string, begin: () => Promise<UploadRecord>): Promise<UploadRecord>;
};

export type UnfinishedQuotaDeps = {
  records: UploadRecords;
  clock: Clock;
  discard: (id: string) => Promise<void>;
};

export function createUnfinishedQuota({ records, clock, discard }: UnfinishedQuotaDeps): UnfinishedQuota {
  const mutex = createMutex();
  /** Ids by person. May include uploads finished or deleted since, but never misses one. */
  let known: Promise<Map<string, Set<string>>> | undefined;

  const read = async () => {
    const all = new Map<string, Set<string>>();
    for await (const r of records.all())
      if (!isFinishedUpload(r)) all.set(r.by, (all.get(r.by) ?? new Set()).add(r.id));
    return all;
  };
  const of = async (by: string) => {
    known ??= read().catch((error: unknown) => {
      known = undefined;
      throw error;
    });
    const all = await known;
    const mine = all.get(by) ?? new Set<string>();
    all.set(by, mine);
    return mine;
  };
  /** Discards an abandoned upload. Returns false if another node is working on it. */
  const gone = async (id: string) => {
    try {
      await discard(id);
      return true;
    } catch (error) {
      if (isRefusal(error) && error.refusal === 'uploadElsewhere') return false;
      throw error;
    }
  };
  const forget = async (mine: Set<string>) => {
    const before = new Date(clock.now() - leftBehindMs).toISOString();
    for (const id of mine) {
      const record = (await records.get(id))?.record;
      const under = record && !isFinishedUpload(record);
      if (under && record.startedAt >= before) continue;
      if (under && !(await gone(id))) continue;
      mine.delete(id);
    }
  };
  return {
    add: (by, begin) =>
      mutex.hold(by, async () => {
        const mine = await of(by);
        if (mine.size >= limits.unfinishedUploads) await forget(mine);
        if (mine.size >= limits.unfinishedUploads)
          throw badField('file', 'upload-limit', { max: limits.unfinishedUploads });
        const record = await begin();
        mine.add(record.id);
        return record;
      }),
  };
}
