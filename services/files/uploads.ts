/** Uploads from the first byte to the last: resumable, checked by content, attached where they belong. */
import type { Upload } from '#events/case/action-definition.ts';
import { Refusal } from '#events/errors.ts';
import type { Viewer } from '#events/person/position.ts';
import { isoNow } from '#services/clock/clock.ts';
import type { UploadLookup } from '#services/command/case-commands.ts';
import type { Vault } from '#services/vault/port.ts';
import { createRefusingSemaphore } from '../concurrency/refusing-semaphore.ts';
import { createTakeoverMutex } from '../concurrency/takeover-mutex.ts';
import { createUnattachedQuota } from './unattached-quota.ts';
import { createUnfinishedQuota } from './unfinished-quota.ts';
import type { UnfinishedUploads } from './unfinished-uploads.ts';
import { createUploadFinisher, type UploadDeps, type UploadProgress } from './upload-finisher.ts';
import {
  createUploadRecords,
  type FinishedUpload,
  isFinishedUpload,
  type UploadRecord,
  type UploadRecords,
  uploadFromRecord,
} from './upload-record.ts';
import { parseUploadRequest, type UploadRequest } from './upload-request.ts';

export type { UploadDeps } from './upload-finisher.ts';

export interface Uploads {
  /** @throws Refusal */
  begin(viewer: Viewer, asked: UploadRequest): Promise<UploadRecord>;
  /** Returns the progress. If a crash interrupted an upload whose bytes are complete, finishes it. @throws Refusal */
  progress(viewer: Viewer, id: string): Promise<UploadProgress>;
  /**
   * Receives more bytes; the last ones finish it. @throws Refusal; an upload with refused content is deleted
   */
  receive(
    viewer: Viewer,
    id: string,
    offset: number,
    body: ReadableStream<Uint8Array> | null,
  ): Promise<UploadProgress>;
  /** Cancels an unfinished upload. @throws Refusal */
  abandon(viewer: Viewer, id: string): Promise<void>;
  /** Deletes finished uploads, and their bytes unless another record names them. */
  removeFinished(uploads: readonly FinishedUpload[]): Promise<void>;
  /** Deletes uploads in any state, and their bytes unless another record names them. */
  erase(which: (record: UploadRecord) => boolean): Promise<void>;
}

/**
 * Looks up a case's finished uploads for a decision (for `perform`). Leaves out unknown ones and those of
 * other cases.
 */
export function createUploadLookup(vault: Vault): UploadLookup {
  const records = createUploadRecords(vault);
  return async (caseId, ids) => {
    const found = new Map<string, Upload>();
    for (const id of ids) {
      const record = (await records.get(id))?.record;
      if (record?.caseId === caseId && isFinishedUpload(record)) found.set(id, uploadFromRecord(record));
    }
    return found;
  };
}

async function idsOf(records: UploadRecords, which: (record: UploadRecord) => boolean): Promise<string[]> {
  const found: string[] = [];
  for await (const record of records.all()) if (which(record)) found.push(record.id);
  return found;
}

/** Finds the upload for its owner, who alone may continue it. It is hidden from everybody else. */
async function owned(records: UploadRecords, viewer: Viewer, id: string) {
  const kept = await records.get(id);
  if (kept?.record.by !== viewer.id) throw new Refusal('notFound');
  return kept.record;
}

export function createUploads(deps: UploadDeps): Uploads {
  const records = createUploadRecords(deps.vault);
  const { partials, takeover = createTakeoverMutex(), bodies = createRefusingSemaphore() } = deps;
  const { finish, discard, removeFinished } = createUploadFinisher(deps, records);
  const unfinished = createUnfinishedQuota({
    records,
    clock: deps.clock,
    discard: id => takeover.take(id, () => discard(id)),
  });
  const unattached = createUnattachedQuota({
    records,
    clock: deps.clock,
    usedOf: deps.usedOf ?? (async () => new Set()),
    most: deps.mostUnattached,
  });
  const offsetOf = (record: UploadRecord, at: UnfinishedUploads) =>
    uploadedBytes(record, at, () => discard(record.id));

  return {
    removeFinished: uploads => removeFinished(uploads),
    async erase(which) {
      const finished: FinishedUpload[] = [];
      for (const id of await idsOf(records, which))
        await takeover.take(id, async () => {
          const record = (await records.get(id))?.record;
          if (record && isFinishedUpload(record)) finished.push(record);
          else if (record) await discard(id);
        });
      await removeFinished(finished, 'records');
    },
    async begin(viewer, asked) {
      const wanted = await parseUploadRequest(viewer, asked, deps.caseOf);
      const id = deps.ids.uuid();
      const begun = { startedAt: isoNow(deps.clock), finished: null, due: false, kept: false };
      const record = { id, by: viewer.id, ...wanted, ...begun };
      return unfinished.add(viewer.id, async () => {
        await unattached.room(viewer.id, record.size);
        await partials.create(id);
        await records.put(record, 'absent');
        unattached.note(record);
        return record;
      });
    },
    async progress(viewer, id) {
      await owned(records, viewer, id);
      return takeover.take(id, async () => {
        const record = await owned(records, viewer, id);
        const offset = record.finished ? record.size : await offsetOf(record, partials);
        return offset === record.size ? finish(viewer, record) : { record, offset };
      });
    },
    async receive(viewer, id, offset, body) {
      await owned(records, viewer, id);
      return takeover.take(id, async signal => {
        const record = await owned(records, viewer, id);
        const has = record.finished ? record.size : await offsetOf(record, partials);
        if (has !== offset) throw new Refusal('uploadOffset', { offset: has });
        if (record.finished) return { record, offset: has };
        // Takes a body's slot within the upload's turn, after a hanging body has stopped.
        const written = await bodies.take(viewer.id, () =>
          partials.write(id, { offset, size: record.size }, body, signal),
        );
        if (written.broke) throw new Refusal('uploadFailed');
        return written.offset === record.size ? finish(viewer, record) : { record, offset: written.offset };
      });
    },
    async abandon(viewer, id) {
      await owned(records, viewer, id);
      await takeover.take(id, async () => {
        const record = await owned(records, viewer, id);
        if (record.finished) throw new Refusal('actionClosed');
        await discard(id);
      });
    },
  };
}

/** Returns the number of bytes received. An upload whose bytes are lost has to begin again. @throws Refusal notFound */
async function uploadedBytes(
  record: UploadRecord,
  partials: UnfinishedUploads,
  discard: () => Promise<void>,
): Promise<number> {
  const size = await partials.size(record.id);
  if (size !== undefined) return size;
  await discard();
  throw new Refusal('notFound');
}
