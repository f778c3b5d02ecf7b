/**
 * A case's whole record as an open bundle: `case.json` as the reader sees the case, `events.ndjson` with every event
 * of its stream, every file that an event ever added, by SHA-256, and finally `manifest.json` with size and hash of
 * each entry. Images have no metadata. An image whose metadata was removed is named by its original's hash, and its
 * manifest entry says so.
 */
import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { type CaseFileFacts, caseFileSchema } from '#events/case/files.ts';
import { caseStreamOf } from '#events/case/stream.ts';
import type { Recorded } from '#events/envelope.ts';
import { toWirePosition } from '#events/wire.ts';
import type { CaseView } from '#projections/case/view.ts';
import type { EventReader } from '../eventstore/port.ts';
import type { BlobName, Blobs } from '../files/blobs.ts';
import { mayHaveMetadata, readCleanImage } from '../files/image-metadata.ts';
import type { ZipDirectoryEntry } from '../files/zip.ts';

const hash = /^[0-9a-f]{64}$/;
const recordFormat = 'archline-case/2';

export type ArchiveDeps = {
  store: Pick<EventReader, 'read' | 'id'>;
  blobs: Pick<Blobs, 'size' | 'read'>;
};
export type ArchiveRequest = {
  view: CaseView;
  /** Time of the archive, ISO. */
  at: string;
  by: string;
  /** True if names and free text are omitted from the events, as they are masked in the case. */
  hidden: boolean;
};

const files = z.optional(z.array(caseFileSchema));
/** All fields by which a case event adds files, as in files/files-in-events.ts. */
const bringing = z.object({ file: z.optional(caseFileSchema), files, photos: files, xrays: files });

function brought(event: Recorded): CaseFileFacts[] {
  const found = bringing.safeParse(event.data);
  if (!found.success) return [];
  const { file, files: several = [], photos = [], xrays = [] } = found.data;
  return [...(file ? [file] : []), ...several, ...photos, ...xrays];
}

/** Yields the case's events up to the revision shown to the reader. */
async function* eventsOf({ store }: ArchiveDeps, { view }: ArchiveRequest): AsyncGenerator<Recorded> {
  for await (const event of store.read(caseStreamOf(view.caseId))) {
    if (event.revision > view.revision) return;
    yield event;
  }
}

/** Returns the files named by the case's events, once per hash, including files that were replaced or removed later. */
export async function listFilesOfArchive(
  parts: ArchiveDeps,
  asked: ArchiveRequest,
): Promise<Map<string, CaseFileFacts[]>> {
  const bySha = new Map<string, CaseFileFacts[]>();
  for await (const event of eventsOf(parts, asked))
    for (const file of brought(event)) bySha.set(file.sha256, [...(bySha.get(file.sha256) ?? []), file]);
  return bySha;
}

/** `withoutMetadata`: the bytes differ from the original, whose hash is in the path. */
type Told = { path: string; sha256: string; size: number; withoutMetadata?: true };

/**
 * An entry that reports its hash and size after its bytes were read. Opens its bytes at the first read; otherwise an
 * interrupted bundle would leave files open.
 */
function hashed(
  path: string,
  open: () => AsyncIterable<Uint8Array>,
  tell: (told: Told) => void,
): ZipDirectoryEntry {
  async function* passing() {
    const hash = createHash('sha256');
    let size = 0;
    for await (const chunk of open()) {
      hash.update(chunk);
      size += chunk.length;
      yield chunk;
    }
    tell({ path, sha256: hash.digest('hex'), size });
  }
  return { path, bytes: passing() };
}

async function* text(all: AsyncIterable<string> | Iterable<string>): AsyncGenerator<Uint8Array> {
  for await (const one of all) yield Buffer.from(one);
}
/** Reads a file as it is served, images without metadata. An image fits into memory. */
async function* fileBytes(
  { blobs }: ArchiveDeps,
  name: BlobName,
  uses: readonly CaseFileFacts[],
): AsyncGenerator<Uint8Array> {
  const image = uses.find(({ mime }) => mayHaveMetadata(mime));
  if (image) yield await readCleanImage(blobs.read(name), image.mime);
  else yield* blobs.read(name);
}

const json = (value: unknown) => text([`${JSON.stringify(value, null, 2)}\n`]);

async function* lines(parts: ArchiveDeps, asked: ArchiveRequest, count: () => void): AsyncGenerator<string> {
  for await (const { stream: _, position, personal, ...event } of eventsOf(parts, asked)) {
    count();
    const shown = asked.hidden || personal === undefined ? {} : { personal };
    yield `${JSON.stringify({ position: toWirePosition(parts.store.id, position), ...event, ...shown })}\n`;
  }
}

/** Yields the bundle's entries in order. @param bySha result of `listFilesOfArchive` */
export async function* createArchiveEntries(
  parts: ArchiveDeps,
  asked: ArchiveRequest,
  bySha: ReadonlyMap<string, readonly CaseFileFacts[]>,
): AsyncGenerator<ZipDirectoryEntry> {
  const { view, at, by, hidden } = asked;
  const entries: Told[] = [];
  const tell = (one: Told) => void entries.push(one);
  let events = 0;
  yield hashed('case.json', () => json(view), tell);
  yield hashed('events.ndjson', () => text(lines(parts, asked, () => void events++)), tell);
  const missing: string[] = [];
  for (const [sha256, uses] of bySha) {
    const name = { orgId: view.facts.orgId, sha256 };
    // Erased or lost files are left out, and the manifest lists them. A value that is no hash never becomes a path.
    const exists = hash.test(sha256) && (await parts.blobs.size(name)) !== undefined;
    if (!exists) missing.push(sha256);
    else
      yield hashed(
        `files/${sha256}`,
        () => fileBytes(parts, name, uses),
        one => tell(one.sha256 === sha256 ? one : { ...one, withoutMetadata: true }),
      );
  }
  const contents = [...bySha].flatMap(([sha256, uses]) =>
    uses.map(({ id, kind, slot, size, mime }) => ({ id, kind, slot, size, mime, sha256 })),
  );
  const { caseId, revision, header } = view;
  const about = { format: recordFormat, caseId, parentId: header.parentId, childId: header.childId };
  const personal = hidden ? 'left out' : 'included';
  const counts = { events, entries: entries.length, files: contents.length, missing: missing.length };
  yield {
    path: 'manifest.json',
    bytes: json({ ...about, at, by, revision, personal, counts, entries, files: contents, missing }),
  };
}
