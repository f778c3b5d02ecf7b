/** What is known of an upload, under way or finished: small records in the vault, beside the bytes. */
import * as z from 'zod/mini';
import type { Upload } from '#events/case/decide.ts';
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
  /** Who began it: nobody else continues it. */
  by: z.string(),
  /** The organisation under which its bytes are kept. */
  orgId: z.string(),
  caseId: z.nullable(z.string()),
  kind: z.enum(fileKinds),
  slot: z.nullable(z.enum(slotNames)),
  /** As the person's computer calls it; may hold a patient's name, so it is here only until an event holds it, sealed. */
  name: z.string(),
  /** Bytes, as stated at the beginning. */
  size: z.number(),
  /** ISO time. */
  startedAt: z.string(),
  finished: z.nullable(finished),
  /** Finished, and not yet in its slot: a crash came between. */
  due: z.boolean(),
  /** An event names it: its bytes stay. */
  kept: z.boolean(),
});
export type UploadRecord = z.infer<typeof record>;
export type FinishedUpload = UploadRecord & { finished: NonNullable<UploadRecord['finished']> };
export type KeptRecord = { record: UploadRecord; version: Version };

const prefix = 'upload/';

/** The upload that a record of the vault is of; undefined where it is another's. */
export const recordIn = ({ key, value }: Pick<Kept, 'key' | 'value'>): UploadRecord | undefined =>
  key.startsWith(prefix) ? record.parse(value) : undefined;

/**
 * Whether an event holds the name, under a key that can be erased; the record's own is then nobody's need. An article asks
 * for it with each edition, and is about no patient.
 */
const isTold = ({ kept, kind }: UploadRecord) => kept && kind !== 'article' && kind !== 'download';

/** A name that was kept here before records forgot them. */
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

/** JSON knows no undefined. */
function withoutAbsent({ stages, shapes, shapeBytes, ...rest }: FinishedUpload['finished']) {
  const stated = { ...(stages ? { stages } : {}), ...(shapes ? { shapes } : {}) };
  return { ...rest, ...stated, ...(shapeBytes ? { shapeBytes } : {}) };
}

export const isFinished = (r: UploadRecord): r is FinishedUpload => r.finished !== null;

/** The upload as a decision sees it. */
export function uploadOf(r: FinishedUpload): Upload {
  const { at: _at, ...found } = withoutAbsent(r.finished);
  return { id: r.id, kind: r.kind, slot: r.slot, size: r.size, name: r.name, ...found };
}
