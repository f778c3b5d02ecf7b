/** Uploads from their first byte to their last: resumable, checked by their content, attached where they belong. */
import type { CaseState } from '#events/case/case.ts';
import type { Upload } from '#events/case/decide.ts';
import { isRefusal, Refusal } from '#events/errors.ts';
import type { Viewer } from '#events/person/position.ts';
import { type Clock, type Ids, isoNow } from '#services/clock.ts';
import { effectIdOf } from '#services/command-ids.ts';
import type { UploadLookup } from '#services/perform.ts';
import type { Vault } from '#services/vault/port.ts';
import type { Blobs } from './blobs.ts';
import { inspect } from './inspect.ts';
import { createLocks } from './locks.ts';
import { createPartials, type Partials } from './partials.ts';
import {
  createUploadRecords,
  type FinishedUpload,
  isFinished,
  type UploadRecord,
  uploadOf,
} from './record.ts';
import { createTurns } from './turns.ts';
import { type Asked, allowUpload, wantedOf } from './wanted.ts';

export type UploadDeps = {
  /** Folder of uploads under way; on the same disk as the blobs. */
  dir: string;
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

export interface Uploads {
  /** @throws Refusal */
  begin(viewer: Viewer, asked: Asked): Promise<UploadRecord>;
  /** How far it has come. One whose bytes are all in but which was not finished (a crash) is finished first. @throws Refusal */
  progress(viewer: Viewer, id: string): Promise<Progress>;
  /** Takes more bytes; the last one finishes it. @throws Refusal; one whose content is refused is gone then */
  receive(
    viewer: Viewer,
    id: string,
    offset: number,
    body: ReadableStream<Uint8Array> | null,
  ): Promise<Progress>;
  /** Ends an upload that is not finished. @throws Refusal */
  abandon(viewer: Viewer, id: string): Promise<void>;
  /** Drops bytes that no record names any more. */
  dropUnnamed(name: { orgId: string; sha256: string }): Promise<void>;
}

/** Finished uploads of a case, for a decision (`perform`'s lookup); what is unknown or another case's is left out. */
export function createUploadLookup(vault: Vault): UploadLookup {
  const records = createUploadRecords(vault);
  return async (caseId, ids) => {
    const found = new Map<string, Upload>();
    for (const id of ids) {
      const record = (await records.get(id))?.record;
      if (record?.caseId === caseId && isFinished(record)) found.set(id, uploadOf(record));
    }
    return found;
  };
}

/** Only its owner continues an upload; to everybody else it is not there. */
async function owned(records: ReturnType<typeof createUploadRecords>, viewer: Viewer, id: string) {
  const kept = await records.get(id);
  if (kept?.record.by !== viewer.id) throw new Refusal('notFound');
  return kept.record;
}

export function createUploads(deps: UploadDeps): Uploads {
  const { blobs, clock } = deps;
  const records = createUploadRecords(deps.vault);
  const partials = createPartials(deps.dir);
  const turns = createTurns();
  const locks = createLocks();

  const discard = async (id: string) => {
    await records.delete(id);
    await partials.drop(id);
  };
  /** Deletes the bytes unless another record names them; nobody may finish the same bytes meanwhile. */
  const dropUnnamed: Uploads['dropUnnamed'] = name =>
    locks.hold(`${name.orgId}/${name.sha256}`, async () => {
      for await (const r of records.all())
        if (r.orgId === name.orgId && r.finished?.sha256 === name.sha256) return;
      await blobs.drop(name);
    });

  const keep = async (record: UploadRecord, due: boolean): Promise<FinishedUpload> => {
    const path = partials.path(record.id);
    const { sha256, mime, stages } = await inspect(path, record.kind, record.size);
    const finished = { at: isoNow(clock), sha256, mime, ...(stages ? { stages } : {}) };
    const done = { ...record, finished, due };
    // Bytes, then the record, then the partial goes: a crash in between finds enough to do it again.
    await locks.hold(`${record.orgId}/${sha256}`, async () => {
      await blobs.keep({ orgId: record.orgId, sha256 }, path);
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
  const offsetOf = (record: UploadRecord, at: Partials) =>
    uploadedBytes(record, at, () => discard(record.id));

  return {
    dropUnnamed,
    async begin(viewer, asked) {
      const wanted = await wantedOf(viewer, asked, deps.caseOf);
      const id = deps.ids.uuid();
      const record = {
        id,
        by: viewer.id,
        ...wanted,
        startedAt: isoNow(clock),
        finished: null,
        due: false,
        kept: false,
      };
      await partials.create(id);
      await records.put(record, 'absent');
      return record;
    },
    async progress(viewer, id) {
      await owned(records, viewer, id);
      return turns.take(id, async () => {
        const record = await owned(records, viewer, id);
        const offset = record.finished ? record.size : await offsetOf(record, partials);
        return offset === record.size ? finish(viewer, record) : { record, offset };
      });
    },
    async receive(viewer, id, offset, body) {
      await owned(records, viewer, id);
      return turns.take(id, async signal => {
        const record = await owned(records, viewer, id);
        const has = record.finished ? record.size : await offsetOf(record, partials);
        if (has !== offset) throw new Refusal('uploadOffset', { offset: has });
        if (record.finished) return { record, offset: has };
        const poured = await partials.pour(id, { offset, size: record.size }, body, signal);
        if (poured.broke) throw new Refusal('uploadFailed');
        return poured.offset === record.size ? finish(viewer, record) : { record, offset: poured.offset };
      });
    },
    async abandon(viewer, id) {
      await owned(records, viewer, id);
      await turns.take(id, async () => {
        const record = await owned(records, viewer, id);
        if (record.finished) throw new Refusal('actionClosed');
        await discard(id);
      });
    },
  };
}

/** Namespace of the commands by which uploads attach themselves: a second try is the same command. */
const commands = '0b0fbc52-6d0f-5a86-9a52-3f3a6c1f7d10';

/** The bytes that are there. An upload whose bytes are lost is over: its owner begins anew. @throws Refusal notFound */
async function uploadedBytes(
  record: UploadRecord,
  partials: Partials,
  discard: () => Promise<void>,
): Promise<number> {
  const size = await partials.size(record.id);
  if (size !== undefined) return size;
  await discard();
  throw new Refusal('notFound');
}
