/** Records of uploads, unfinished or finished: small values in the vault, beside the bytes. */
import * as z from 'zod/mini';
import type { Upload } from '#events/case/action-definition.ts';
import { slotNames } from '#events/case/files.ts';
import { fileKinds } from '#events/case/options.ts';
import type { Kept, Vault, Version } from '#services/vault/port.ts';

const finished = z.object({
  at: z.string(),
  sha256: z.string(),
  mime: z.string(),
  stages: z.optional(z.object({ upper: z.number(), lower: z.number() })),
  shapes: z.optional(z.array(z.string())),
  shapeBytes: z.optional(z.array(z.number())),
});

const record = z.object({
  id: z.string(),
  /** Id of the person who began it. Nobody else may continue it. */
  by: z.string(),
  /** The organisation that owns the bytes. */
  orgId: z.string(),
  caseId: z.nullable(z.string()),
  kind: z.enum(fileKinds),
  slot: z.nullable(z.enum(slotNames)),
  /**
   * File name on the person's computer. It may contain a patient's name, so it is stored here only until an
   * event holds it sealed.
   */
  name: z.string(),
  /** Stated size in bytes. */
  size: z.number(),
  /** ISO time. */
  startedAt: z.string(),
  finished: z.nullable(finished),
  /** Finished but not attached, because of a crash in between. */
  due: z.boolean(),
  /** An event names it, so its bytes are kept. */
  kept: z.boolean(),
});
export type UploadRecord = z.infer<typeof record>;
export type FinishedUpload = UploadRecord & { finished: NonNullable<UploadRecord['finished']> };
type KeptRecord = { record: UploadRecord; version: Version };

const prefix = 'upload/';

/** The upload of a vault record; undefined for other records. */
export const recordIn = ({ key, value }: Pick<Kept, 'key' | 'value'>): UploadRecord | undefined =>
  key.startsWith(prefix) ? record.parse(value) : undefined;

/**
 * Whether an event holds the name under an erasable key, so that the record no longer needs it. An article
 * needs it for each edition, and concerns no patient.
 */
const isTold = ({ kept, kind }: UploadRecord) => kept && kind !== 'article' && kind !== 'download';

/** Whether a record still has a name that it should have dropped. Written by older releases. */
export const isToldTwice = (r: UploadRecord) => r.name !== '' && isTold(r);

export interface UploadRecords {
  get(id: string): Promise<KeptRecord | undefined>;
  /** @throws VersionMismatch */
  put(record: UploadRecord, ifVersion?: Version | 'absent'): Promise<void>;
  delete(id: string): Promise<void>;
  all(): AsyncIterable<UploadRecord>;
}

export function createUploadRecords(vault: Vault): UploadRecords {
  return {
    get: async id => {
      const kept = await vault.get(prefix + id);
      return kept && { record: record.parse(kept.value), version: kept.version };
    },
    put: async (r, ifVersion) => {
      const kept = { ...r, name: isTold(r) ? '' : r.name, finished: r.finished && withoutAbsent(r.finished) };
      await vault.put(prefix + r.id, kept, ifVersion);
    },
    delete: async id => {
      await vault.delete(prefix + id);
    },
    all: async function* () {
      for await (const kept of vault.list(prefix)) yield record.parse(kept.value);
    },
  };
}

/** JSON has no undefined. */
function withoutAbsent({ stages, shapes, shapeBytes, ...rest }: FinishedUpload['finished']) {
  const stated = { ...(stages ? { stages } : {}), ...(shapes ? { shapes } : {}) };
  return { ...rest, ...stated, ...(shapeBytes ? { shapeBytes } : {}) };
}

export const isFinished = (r: UploadRecord): r is FinishedUpload => r.finished !== null;

/** The upload in the form that decisions read. */
export function uploadOf(r: FinishedUpload): Upload {
  const { at: _at, ...found } = withoutAbsent(r.finished);
  return { id: r.id, kind: r.kind, slot: r.slot, size: r.size, name: r.name, ...found };
}
