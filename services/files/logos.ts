/** The bytes of organisations' logos. */
import type { Directory } from '#events/person/directory.ts';
import type { Vault } from '#services/vault/port.ts';
import type { BlobName } from './blobs.ts';
import { createUploadRecords, type FinishedUpload, isFinishedUpload } from './upload-record.ts';

/** The finished upload of a logo; undefined if there is none. */
export async function findLogoUpload(vault: Vault, id: string): Promise<FinishedUpload | undefined> {
  const record = (await createUploadRecords(vault).get(id))?.record;
  return record && record.kind === 'logo' && isFinishedUpload(record) ? record : undefined;
}

/** Returns the name under which an upload's bytes are stored. */
export const blobNameOf = ({ orgId, finished: { sha256 } }: FinishedUpload): BlobName => ({ orgId, sha256 });

/** Finds the logo for the papers of an organisation's cases: its own, or that of the organisation that serves it. */
export async function findPaperLogo(
  vault: Vault,
  { organisations }: Pick<Directory, 'organisations'>,
  orgId: string,
): Promise<BlobName | null> {
  const own = organisations.get(orgId);
  const id = own?.logo ?? organisations.get(own?.servedBy ?? orgId)?.logo;
  const upload = id ? await findLogoUpload(vault, id) : undefined;
  return upload ? blobNameOf(upload) : null;
}
