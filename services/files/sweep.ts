/** Deletes uploads that were not used within seven days. */
import type { Clock } from '#services/clock/clock.ts';
import type { EventReader } from '#services/eventstore/port.ts';
import type { Vault } from '#services/vault/port.ts';
import type { UnfinishedUploads } from './unfinished-uploads.ts';
import { createUploadRecords, hasNameToDrop, isFinishedUpload, type UploadRecord } from './upload-record.ts';
import type { Uploads } from './uploads.ts';
import { createUploadsInUse } from './uploads-in-use.ts';

export const unattachedLifetimeMs = 7 * 86_400_000;

export type SweepDeps = {
  partials: Pick<UnfinishedUploads, 'drop'>;
  vault: Vault;
  store: Pick<EventReader, 'read'>;
  clock: Clock;
  uploads: Pick<Uploads, 'removeFinished'>;
  /** Returns true if a file was sent in a conversation. */
  isSaid: (fileId: string) => boolean;
};

/**
 * Deletes unused uploads whose last step is older than seven days. Marks uploads that the log names as kept, and
 * removes file names that the log holds.
 * @returns the number of deleted uploads
 */
export async function sweepUploads(deps: SweepDeps): Promise<number> {
  const records = createUploadRecords(deps.vault);
  const before = new Date(deps.clock.now() - unattachedLifetimeMs).toISOString();
  const old: UploadRecord[] = [];
  const told: string[] = [];
  for await (const r of records.all()) {
    if (!r.kept && (r.finished?.at ?? r.startedAt) < before) old.push(r);
    if (hasNameToDrop(r)) told.push(r.id);
  }
  for (const id of told) {
    const now = await records.get(id);
    if (now) await records.put(now.record, now.version);
  }

  const finished = old.filter(isFinishedUpload);
  const used = await createUploadsInUse(deps)(finished);
  for (const r of finished) if (used.has(r.id)) await records.put({ ...r, kept: true });
  for (const { id } of old.filter(r => !isFinishedUpload(r))) {
    await records.delete(id);
    await deps.partials.drop(id);
  }
  await deps.uploads.removeFinished(finished.filter(({ id }) => !used.has(id)));
  return old.length - used.size;
}
