/** Quota of unattached uploads for each person, so that no person fills the disk before the sweep. */
import { limits } from '#events/case/limits.ts';
import { badField } from '#events/errors.ts';
import type { Clock } from '#services/clock/clock.ts';
import { isFinishedUpload, type UploadRecord, type UploadRecords } from './upload-record.ts';
import type { FindUploadsInUse } from './uploads-in-use.ts';

/**
 * Milliseconds between two recounts for a person without quota left. A recount reads all records of the person's
 * uploads.
 */
const lookMs = 10_000;

export type UnattachedLimits = { uploads: number; bytes: number };

const usual: UnattachedLimits = { uploads: limits.unattachedUploads, bytes: limits.unattachedBytes };

export type UnattachedQuota = {
  /** Checks the quota. @throws Refusal badInput if this person's quota does not allow so many more bytes */
  room(by: string, size: number): Promise<void>;
  /** Counts an upload that was begun. */
  note(record: UploadRecord): void;
};

export type UnattachedQuotaDeps = {
  records: UploadRecords;
  clock: Clock;
  usedOf: FindUploadsInUse;
  most?: UnattachedLimits;
};

export function createUnattachedQuota({
  records,
  clock,
  usedOf,
  most = usual,
}: UnattachedQuotaDeps): UnattachedQuota {
  /** Sizes by person and id. May include uploads used or deleted since, but never misses one. */
  let known: Promise<Map<string, Map<string, number>>> | undefined;
  const looked = new Map<string, number>();

  const put = (all: Map<string, Map<string, number>>, { by, id, size }: UploadRecord) => {
    const mine = all.get(by) ?? new Map<string, number>();
    all.set(by, mine.set(id, size));
  };
  const read = async () => {
    const all = new Map<string, Map<string, number>>();
    for await (const r of records.all()) if (!r.kept) put(all, r);
    return all;
  };
  const all = () => {
    known ??= read().catch((error: unknown) => {
      known = undefined;
      throw error;
    });
    return known;
  };
  const fits = (mine: Map<string, number>, size: number) =>
    mine.size < most.uploads && [...mine.values()].reduce((sum, one) => sum + one, size) <= most.bytes;
  /** Drops uploads that are used or deleted. */
  const look = async (mine: Map<string, number>) => {
    const lying: UploadRecord[] = [];
    for (const id of mine.keys()) {
      const record = (await records.get(id))?.record;
      if (record && !record.kept) lying.push(record);
      else mine.delete(id);
    }
    for (const id of await usedOf(lying.filter(isFinishedUpload))) mine.delete(id);
  };
  return {
    async room(by, size) {
      const mine = (await all()).get(by);
      if (!mine || fits(mine, size)) return;
      if (clock.now() - (looked.get(by) ?? Number.NEGATIVE_INFINITY) >= lookMs) {
        looked.set(by, clock.now());
        await look(mine);
      }
      if (!fits(mine, size)) throw badField('file', 'upload-unattached');
      looked.delete(by);
    },
    note: record => void known?.then(all => put(all, record)),
  };
}
