/** Records of uploads, unfinished or finished: small values in the vault, separate from the bytes. */
import * as z from 'zod/mini';
import type { Upload } from '#events/case/action-definition.ts';
import { slotNames } from '#events/case/files.ts';
import { fileKinds } from '#events/case/options.ts';
import type { RecordVersion, Vault, VaultRecord } from '#services/vault/port.ts';

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
  /** Id of the person who began it. Only this person may continue it. */
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
  /** Announced size in bytes. */
  size: z.number(),
  /** Start time of the upload, ISO. */
  startedAt: z.string(),
  finished: z.nullable(finished),
  /** True if the upload is finished but not attached, because of a crash in between. */
  due: z.boolean(),
  /** True if an event names the file, so that its bytes are kept. */
  kept: z.boolean(),
});
export type UploadRecord = z.infer<typeof record>;
export type FinishedUpload = UploadRecord & { finished: NonNullable<UploadRecord['finished']> };
type KeptRecord = { record: UploadRecord; version: RecordVersion };

const prefix = 'upload/';

/** Returns the upload in a vault record. Undefined for other records. */
export const parseUploadRecord = ({
  key,
  value,
}: Pick<VaultRecord, 'key' | 'value'>): UploadRecord | undefined =>
  key.startsWith(prefix) ? record.parse(value) : undefined;

/**
 * Returns true if an event holds the name encrypted, so that the record no longer needs it. An article needs
 * the name for each edition, and concerns no patient.
 */
const isTold = ({ kept, kind }: UploadRecord) => kept && kind !== 'article' && kind !== 'download';

/**
 * Returns true if a record still has a name that it should have dropped. Older releases wrote such records.
 */
export const hasNameToDrop = (r: UploadRecord) => r.name !== '' && isTold(r);

export interface UploadRecords {
  get(id: string): Promise<KeptRecord | undefined>;
  /** @throws VersionMismatchError */
  put(record: UploadRecord, ifVersion?: RecordVersion | 'absent'): Promise<void>;
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

/** Removes undefined fields, because JSON cannot store them. */
function withoutAbsent({ stages, shapes, shapeBytes, ...rest }: FinishedUpload['finished']) {
  const stated = { ...(stages ? { stages } : {}), ...(shapes ? { shapes } : {}) };
  return { ...rest, ...stated, ...(shapeBytes ? { shapeBytes } : {}) };
}

export const isFinishedUpload = (r: UploadRecord): r is FinishedUpload => r.finished !== null;

/** Converts an upload record to the form that decisions read. */
export function uploadFromRecord(r: FinishedUpload): Upload {
  const { at: _at, ...found } = withoutAbsent(r.finished);
  return { id: r.id, kind: r.kind, slot: r.slot, size: r.size, name: r.name, ...found };
}
