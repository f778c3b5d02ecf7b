/** The end of an upload: its bytes are checked, kept, recorded, and put where they belong; or nothing of it stays. */
import type { CaseState } from '#events/case/case.ts';
import type { Upload } from '#events/case/decide.ts';
import { isRefusal, Refusal } from '#events/errors.ts';
import type { Viewer } from '#events/person/position.ts';
import { type Clock, type Ids, isoNow } from '#services/clock.ts';
import { effectIdOf } from '#services/command-ids.ts';
import type { Vault } from '#services/vault/port.ts';
import type { BlobName, Blobs } from './blobs.ts';
import { inspect } from './inspect.ts';
import { createLocks, type Locks } from './locks.ts';
import type { Partials } from './partials.ts';
import type { Pours } from './pours.ts';
import {
  type FinishedUpload,
  isFinished,
  type UploadRecord,
  type UploadRecords,
  uploadOf,
} from './record.ts';
import type { Turns } from './turns.ts';
import { allowUpload } from './wanted.ts';

export type UploadDeps = {
  /** On disk: on the same one as the blobs. */
  partials: Partials;
  /** Default: those of this process alone. */
  turns?: Turns;
  locks?: Locks;
  /** Default: the usual limits. */
  pours?: Pours;
  blobs: Blobs;
  vault: Vault;
  clock: Clock;
  ids: Ids;
  /** A case as it stands now, its stream's tail included. */
  caseOf: (caseId: string) => Promise<CaseState | undefined>;
  /** perform's: puts a finished upload in its slot of a draft. @throws Refusal */
  attach: (
    viewer: Viewer,
    command: { caseId: string; commandId: string; upload: Upload },
  ) => Promise<{ position: bigint }>;
};

/** How far an upload is; `position` where its end has moved the log. */
export type Progress = { record: UploadRecord; offset: number; position?: bigint };

/** Namespace of the commands by which uploads attach themselves: a second try is the same command. */
const commands = '0b0fbc52-6d0f-5a86-9a52-3f3a6c1f7d10';

export type Finishing = {
  /** Checks, keeps and attaches; what was done before a crash is not done again. @throws Refusal; nothing stays then */
  finish(viewer: Viewer, record: UploadRecord): Promise<Progress>;
  discard(id: string): Promise<void>;
  /** Drops bytes that no record names any more. */
  dropUnnamed(name: BlobName): Promise<void>;
};

/** @throws Refusal busy where the turn was lost */
function still(lost: AbortSignal): void {
  if (lost.aborted) throw new Refusal('busy');
}

export function createFinishing(deps: UploadDeps, records: UploadRecords): Finishing {
  const { blobs, clock, partials, locks = createLocks() } = deps;

  const discard = async (id: string) => {
    await records.delete(id);
    await partials.drop(id);
  };
  /** Deletes the bytes unless another record names them; nobody may finish the same bytes meanwhile. */
  const dropUnnamed = (name: BlobName) =>
    locks.hold(`${name.orgId}/${name.sha256}`, async lost => {
      for await (const r of records.all())
        if (r.orgId === name.orgId && r.finished?.sha256 === name.sha256) return;
      still(lost);
      await blobs.drop(name);
    });

  const keep = async (record: UploadRecord, due: boolean): Promise<FinishedUpload> => {
    const path = await partials.local(record.id);
    const { sha256, mime, stages, shapes, shapeBytes } = await inspect(path, record.kind, record.size);
    const finished = { at: isoNow(clock), sha256, mime, stages, shapes, shapeBytes };
    const done = { ...record, finished, due };
    // Bytes, then the record, then the partial goes: a crash in between finds enough to do it again.
    await locks.hold(`${record.orgId}/${sha256}`, async lost => {
      await blobs.keep({ orgId: record.orgId, sha256 }, path);
      // Another may have dropped them since: the next try keeps them again.
      still(lost);
      await records.put(done);
    });
    await partials.drop(record.id);
    return done;
  };
  const settle = async (viewer: Viewer, done: FinishedUpload): Promise<Progress> => {
    if (!done.due || done.caseId === null) return { record: done, offset: done.size };
    const { position } = await deps.attach(viewer, {
      caseId: done.caseId,
      commandId: effectIdOf(commands, done.id),
      upload: uploadOf(done),
    });
    const record = { ...done, due: false, kept: true };
    await records.put(record);
    return { record, offset: done.size, position };
  };
  /** What is refused leaves nothing behind; a disk or a log that is away for a while takes no upload with it. */
  const orNothing = async (record: UploadRecord, work: () => Promise<Progress>) => {
    try {
      return await work();
    } catch (error) {
      if (!isRefusal(error) || error.http >= 500) throw error;
      const { record: last = record } = (await records.get(record.id)) ?? {};
      await discard(record.id);
      if (last.finished) await dropUnnamed({ orgId: last.orgId, sha256: last.finished.sha256 });
      throw error;
    }
  };
  const finish = (viewer: Viewer, record: UploadRecord): Promise<Progress> =>
    orNothing(record, async () => {
      if (isFinished(record)) return settle(viewer, record);
      const { caseId, kind } = record;
      const rule = caseId === null ? undefined : allowUpload(viewer, kind, await deps.caseOf(caseId));
      return settle(viewer, await keep(record, rule?.attaches === true));
    });
  return { finish, discard, dropUnnamed };
}
