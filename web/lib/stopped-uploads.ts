/** Uploads that a reload or a closed page cut off: tus keeps where each goes on, the server how far it has come. */
import * as z from 'zod/mini';
import { slotNames } from '#events/case/files.ts';
import { type FileKind, fileKinds, type Slot } from '#events/case/options.ts';

export type StoppedUpload = {
  /** Of the browser's store. */
  key: string;
  url: string;
  name: string;
  kind: FileKind;
  slot: Slot | null;
  size: number;
  /** Bytes that the server has. */
  sent: number;
};

const prefix = 'tus::archline-';

/** What tus-js-client writes, as far as it matters here. */
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

export type StoppedDeps = {
  store: Pick<Storage, 'length' | 'key' | 'getItem' | 'removeItem'>;
  /** A call with the session's headers. */
  call: (method: 'HEAD' | 'DELETE', url: string) => Promise<Response>;
};

function entriesOf({ store }: StoppedDeps, caseId: string) {
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

/** The uploads of a case that go on where they stopped; what the server knows no more is forgotten here too. */
export async function stoppedUploads(deps: StoppedDeps, caseId: string): Promise<StoppedUpload[]> {
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

/** Takes back what was sent of it; what has come to its end meanwhile is left alone. */
export async function forgetStopped(deps: StoppedDeps, { key, url }: StoppedUpload): Promise<void> {
  if (deps.store.getItem(key) === null) return;
  deps.store.removeItem(key);
  // What cannot be taken back now goes with the unfinished uploads of a week ago.
  await deps.call('DELETE', url).catch(() => undefined);
}
