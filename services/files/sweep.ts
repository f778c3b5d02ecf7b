/** What was uploaded and never used goes after seven days. */
import type { Clock } from '#services/clock.ts';
import type { EventReader } from '#services/eventstore/port.ts';
import type { Vault } from '#services/vault/port.ts';
import { isNamed } from './named.ts';
import type { Partials } from './partials.ts';
import { createUploadRecords, isFinished, type UploadRecord } from './record.ts';
import type { Uploads } from './uploads.ts';

export const unattachedMs = 7 * 86_400_000;

export type SweepDeps = {
  partials: Pick<Partials, 'drop'>;
  vault: Vault;
  store: Pick<EventReader, 'read'>;
  clock: Clock;
  uploads: Pick<Uploads, 'dropUnnamed'>;
  /** Whether a file was said in a conversation. */
  isSaid: (fileId: string) => boolean;
};

/** What is marked after it was named may not have been: a server that stopped in between leaves that to the sweep. */
const isUsed = async ({ store, isSaid }: SweepDeps, { id, caseId }: UploadRecord): Promise<boolean> =>
  caseId === null ? isSaid(id) : isNamed(store, caseId, id);

/**
 * Removes uploads that nothing names and whose last step is older than seven days; marks as kept what the log names.
 * @returns how many went
 */
export async function sweepUploads(deps: SweepDeps): Promise<number> {
  const records = createUploadRecords(deps.vault);
  const before = new Date(deps.clock.now() - unattachedMs).toISOString();
  const old: UploadRecord[] = [];
  for await (const r of records.all()) if (!r.kept && (r.finished?.at ?? r.startedAt) < before) old.push(r);

  let removed = 0;
  for (const r of old) {
    if (isFinished(r) && (await isUsed(deps, r))) {
      await records.put({ ...r, kept: true });
      continue;
    }
    await records.delete(r.id);
    await deps.partials.drop(r.id);
    if (isFinished(r)) await deps.uploads.dropUnnamed({ orgId: r.orgId, sha256: r.finished.sha256 });
    removed++;
  }
  return removed;
}
