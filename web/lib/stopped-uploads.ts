/**
 * Uploads interrupted by a reload or a closed page: tus stores their URLs, the server stores their progress.
 */
import * as z from 'zod/mini';
import { slotNames } from '#events/case/files.ts';
import { type FileKind, fileKinds, type Slot } from '#events/case/options.ts';

export type StoppedUpload = {
  /** Key of the upload in the browser's store. */
  key: string;
  url: string;
  name: string;
  kind: FileKind;
  slot: Slot | null;
  size: number;
  /** Bytes received by the server. */
  sent: number;
};

const prefix = 'tus::archline-';

/** The fields of tus-js-client's entry that are used here. */
const entry = z.object({
  size: z.number(),
  uploadUrl: z.string(),
  metadata: z.object({
    caseId: z.string(),
    kind: z.enum(fileKinds),
    slot: z.optional(z.enum(slotNames)),
    filename: z.string(),
  }),
});

export type StoppedUploadDeps = {
  store: Pick<Storage, 'length' | 'key' | 'getItem' | 'removeItem'>;
  /** Asks for (HEAD) or discards (DELETE) an interrupted upload, with the session's headers. */
  call: (method: 'HEAD' | 'DELETE', url: string) => Promise<Response>;
};

function entriesOf({ store }: StoppedUploadDeps, caseId: string) {
  const keys = Array.from({ length: store.length }, (_v, i) => store.key(i) ?? '');
  return keys
    .filter(key => key.startsWith(prefix))
    .flatMap(key => {
      const read = entry.safeParse(parsed(store.getItem(key)));
      return read.success && read.data.metadata.caseId === caseId ? [{ key, ...read.data }] : [];
    });
}

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return undefined;
  }
}

/** Returns the resumable uploads of a case. Removes entries whose upload the server no longer has. */
export async function findStoppedUploads(deps: StoppedUploadDeps, caseId: string): Promise<StoppedUpload[]> {
  const found: StoppedUpload[] = [];
  for (const { key, size, uploadUrl: url, metadata } of entriesOf(deps, caseId)) {
    const answer = await deps.call('HEAD', url).catch(() => undefined);
    if (answer?.status === 404) deps.store.removeItem(key);
    const sent = Number(answer?.headers.get('Upload-Offset') ?? Number.NaN);
    const { kind, slot = null, filename: name } = metadata;
    if (answer?.ok && sent < size) found.push({ key, url, name, kind, slot, size, sent });
  }
  return found;
}

/** Deletes an interrupted upload on the server. Leaves an upload alone that has completed since. */
export async function discardStoppedUpload(
  deps: StoppedUploadDeps,
  { key, url }: StoppedUpload,
): Promise<void> {
  if (deps.store.getItem(key) === null) return;
  deps.store.removeItem(key);
  // If this request fails, the cleanup of week-old unfinished uploads removes it.
  await deps.call('DELETE', url).catch(() => undefined);
}
