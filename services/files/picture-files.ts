/** The uploads that people use as their picture. */
import { badField } from '#events/errors.ts';
import type { Vault } from '#services/vault/port.ts';
import { createUploadRecords, isFinishedUpload } from './upload-record.ts';

export function createAvatarFiles(vault: Vault) {
  const records = createUploadRecords(vault);
  const mark = async (id: string, kept: boolean) => {
    const found = await records.get(id);
    if (found && found.record.kept !== kept) await records.put({ ...found.record, kept }, found.version);
  };
  return {
    keep: async (personId: string, id: string) => {
      const record = (await records.get(id))?.record;
      if (record?.by !== personId || !isFinishedUpload(record)) throw badField('file', 'file-unknown');
      if (record.kind !== 'avatar') throw badField('file', 'file-kind');
      await mark(id, true);
    },
    release: (id: string) => mark(id, false),
  };
}
