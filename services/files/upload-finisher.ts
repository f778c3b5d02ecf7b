/**
 * Finishes an upload: checks its bytes, stores them, records the file and attaches it. A refused upload leaves
 * nothing.
 */

import type { Upload } from '#events/case/action-definition.ts';
import type { CaseState } from '#events/case/case.ts';
import { isRefusal, Refusal } from '#events/errors.ts';
import type { Viewer } from '#events/person/position.ts';
import { type Clock, type Ids, isoNow } from '#services/clock/clock.ts';
import { effectIdOf } from '#services/command/command-ids.ts';
import type { Vault } from '#services/vault/port.ts';
import { createMutex, type Mutex } from '../concurrency/mutex.ts';
import type { RefusingSemaphore } from '../concurrency/refusing-semaphore.ts';
import type { TakeoverMutex } from '../concurrency/takeover-mutex.ts';
import type { Blobs } from './blobs.ts';
import { inspectFile } from './inspect.ts';
import type { UnattachedLimits } from './unattached-quota.ts';
import type { UnfinishedUploads } from './unfinished-uploads.ts';
import {
  type FinishedUpload,
  isFinishedUpload,
  type UploadRecord,
  type UploadRecords,
  uploadFromRecord,
} from './upload-record.ts';
import { requireUploadRule } from './upload-request.ts';
import type { FindUploadsInUse } from './uploads-in-use.ts';

export type UploadDeps = {
  /** Storage of unfinished uploads, on the same disk as the blobs. */
  partials: UnfinishedUploads;
  /** Default: a mutex of this process only. */
  takeover?: TakeoverMutex;
  mutex?: Mutex;
  /** Limit of concurrent request bodies. Default: the usual one. */
  bodies?: RefusingSemaphore;
  blobs: Blobs;
  vault: Vault;
  clock: Clock;
  ids: Ids;
  /** Finds the finished uploads that the log names. Default: those marked as kept. */
  usedOf?: FindUploadsInUse;
  /** Limits of unattached uploads. Default: the usual ones. */
  mostUnattached?: UnattachedLimits;
  /** The case's current state, including its stream's tail. */
  caseOf: (caseId: string) => Promise<CaseState | undefined>;
  /** Part of `CaseCommands`: attaches a finished upload to its slot of a draft. @throws Refusal */
  attach: (
    viewer: Viewer,
    command: { caseId: string; commandId: string; upload: Upload },
  ) => Promise<{ position: bigint }>;
};

/** Progress of an upload. `position` is set if finishing it appended to the log. */
export type UploadProgress = { record: UploadRecord; offset: number; position?: bigint };

/** Namespace of the command ids of self-attaching uploads, which makes a retry the same command. */
const commands = '0b0fbc52-6d0f-5a86-9a52-3f3a6c1f7d10';

export type UploadFinisher = {
  /**
   * Checks, stores and attaches an upload. Skips steps that were completed before a crash.
   * @throws Refusal; then nothing is left
   */
  finish(viewer: Viewer, record: UploadRecord): Promise<UploadProgress>;
  discard(id: string): Promise<void>;
  /**
   * Deletes finished uploads, and their bytes unless another record names them.
   * @param last what is deleted last: after a crash in between, either bytes without a record or a record that is
   * found again are left
   */
  removeFinished(uploads: readonly FinishedUpload[], last?: 'bytes' | 'records'): Promise<void>;
};

/** Checks that the lease is still held. @throws Refusal busy if it was lost */
function still(lost: AbortSignal): void {
  if (lost.aborted) throw new Refusal('busy');
}

/** Lock name of the bytes that a record names. */
const bytesOf = ({ orgId, finished }: FinishedUpload) => `${orgId}/${finished.sha256}`;

/** Holds several locks in the given order. Pass names sorted, which avoids deadlocks. */
async function holdAll(
  mutex: Mutex,
  [name, ...rest]: readonly string[],
  work: (lost: AbortSignal) => Promise<void>,
  held: readonly AbortSignal[] = [],
): Promise<void> {
  if (name === undefined) return work(AbortSignal.any([...held]));
  return mutex.hold(name, lost => holdAll(mutex, rest, work, [...held, lost]));
}

/** Number of uploads removed per batch. To know whose bytes stay, all records are read, but only once for a batch. */
const together = 64;

export function createUploadFinisher(deps: UploadDeps, records: UploadRecords): UploadFinisher {
  const { blobs, clock, partials, mutex = createMutex() } = deps;

  const discard = async (id: string) => {
    await records.delete(id);
    await partials.drop(id);
  };
  /** Removes a batch. Locks prevent others from finishing the same bytes meanwhile. */
  const removeSome = async (uploads: readonly FinishedUpload[], last: 'bytes' | 'records') => {
    const going = new Set(uploads.map(({ id }) => id));
    const byBytes = Map.groupBy(uploads, bytesOf);
    await holdAll(mutex, [...byBytes.keys()].sort(), async lost => {
      const named = new Set<string>();
      for await (const r of records.all())
        if (isFinishedUpload(r) && !going.has(r.id) && byBytes.has(bytesOf(r))) named.add(bytesOf(r));
      for (const [bytes, [first, ...same]] of byBytes) {
        if (!first) continue;
        const forget = async () => {
          for (const { id } of [first, ...same]) await discard(id);
        };
        if (last === 'bytes') await forget();
        if (!named.has(bytes)) {
          still(lost);
          await blobs.drop({ orgId: first.orgId, sha256: first.finished.sha256 });
        }
        if (last === 'records') await forget();
      }
    });
  };

  const removeFinished: UploadFinisher['removeFinished'] = async (uploads, last = 'bytes') => {
    for (let at = 0; at < uploads.length; at += together)
      await removeSome(uploads.slice(at, at + together), last);
  };

  const keep = async (record: UploadRecord, due: boolean): Promise<FinishedUpload> => {
    const path = await partials.local(record.id);
    const { sha256, mime, stages, shapes, shapeBytes } = await inspectFile(path, record.kind, record.size);
    const finished = { at: isoNow(clock), sha256, mime, stages, shapes, shapeBytes };
    const done = { ...record, finished, due };
    // Store bytes, then the record, then delete the partial: a crash in between leaves enough to retry.
    await mutex.hold(bytesOf({ ...record, finished }), async lost => {
      await blobs.keep({ orgId: record.orgId, sha256 }, path);
      // Another process may have deleted the bytes since the lease was lost. The retry stores them again.
      still(lost);
      await records.put(done);
    });
    await partials.drop(record.id);
    return done;
  };
  const settle = async (viewer: Viewer, done: FinishedUpload): Promise<UploadProgress> => {
    if (!done.due || done.caseId === null) return { record: done, offset: done.size };
    const { position } = await deps.attach(viewer, {
      caseId: done.caseId,
      commandId: effectIdOf(commands, done.id),
      upload: uploadFromRecord(done),
    });
    const record = { ...done, due: false, kept: true };
    await records.put(record);
    return { record, offset: done.size, position };
  };
  /** A refused upload leaves nothing behind. A temporary failure of disk or log keeps it. */
  const orNothing = async (record: UploadRecord, work: () => Promise<UploadProgress>) => {
    try {
      return await work();
    } catch (error) {
      if (!isRefusal(error) || error.http >= 500) throw error;
      const { record: last = record } = (await records.get(record.id)) ?? {};
      if (isFinishedUpload(last)) await removeFinished([last]);
      else await discard(record.id);
      throw error;
    }
  };
  const finish = (viewer: Viewer, record: UploadRecord): Promise<UploadProgress> =>
    orNothing(record, async () => {
      if (isFinishedUpload(record)) return settle(viewer, record);
      const { caseId, kind } = record;
      const rule = caseId === null ? undefined : requireUploadRule(viewer, kind, await deps.caseOf(caseId));
      return settle(viewer, await keep(record, rule?.attaches === true));
    });
  return { finish, discard, removeFinished };
}
