/** The uploads that people and organisations use as their picture. */
import { badField } from '#events/errors.ts';
import type { Vault } from '#services/vault/port.ts';
import { createUploadRecords, isFinishedUpload } from './upload-record.ts';

/** @param kind kind of the uploads that may become the picture */
export function createPictureFiles(vault: Vault, kind: 'avatar' | 'logo') {
  const records = createUploadRecords(vault);
  const mark = async (id: string, kept: boolean) => {
    const found = await records.get(id);
    if (found && found.record.kept !== kept) await records.put({ ...found.record, kept }, found.version);
  };
  return {
    /** Marks a person's own finished upload as kept. @throws Refusal badInput */
    keep: async (personId: string, id: string) => {
      const record = (await records.get(id))?.record;
      if (record?.by !== personId || !isFinishedUpload(record)) throw badField('file', 'file-unknown');
      if (record.kind !== kind) throw badField('file', 'file-kind');
      await mark(id, true);
    },
    release: (id: string) => mark(id, false),
  };
}
