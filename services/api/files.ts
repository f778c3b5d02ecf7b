/**
 * GET /api/files/{id}: the bytes of a file, to whoever may open the section of the case in which it stands; and what
 * was made of it to be looked at, `/picture` (WebP) and, of a model, `/mesh` (GLB). Whoever is given bytes of an original model is recorded.
 */
import { Readable } from 'node:stream';
import { Hono } from 'hono';
import * as z from 'zod/mini';
import { slots } from '#events/case/options.ts';
import { Refusal } from '#events/errors.ts';
import type { Viewer } from '#events/person/position.ts';
import { flagParam } from '#projections/asks.ts';
import type { BlobName, Blobs, PreviewPart } from '#services/files/blobs.ts';
import type { RecordExport } from '#services/files/export-record.ts';
import { hasMetadata, imageFrom, servedEtag } from '#services/files/image-metadata.ts';
import { readRange } from '#services/files/range.ts';
import type { FinishedUpload } from '#services/files/upload-record.ts';
import { readQuery } from '../http/body.ts';
import { type ApiContext, type ApiEnv, viewerOf } from '../http/context.ts';
import type { Previews } from '../previews/previews.ts';
import { unchanged } from './presented.ts';

export type FilesApiDeps = {
  blobs: Blobs;
  /** createFileAccess of files/access.ts. @throws Refusal */
  access: (viewer: Viewer, id: string) => Promise<FinishedUpload>;
  previews: Previews;
  /** createExportRecord of files/export-record.ts: what is not recorded is not given. */
  exported: RecordExport;
};

/** Query of a file and of its parts: `download=1` answers with an attachment. */
export const fileQuery = z.strictObject({
  download: z.optional(flagParam),
  /** Slot whose viewpoint a model's picture takes; default: the slot of the upload. */
  slot: z.optional(z.enum(slots.stl)),
});

/** What each part is. */
const partTypes: Record<PreviewPart, string> = { picture: 'image/webp', mesh: 'model/gltf-binary' };

/** Extension for a file's name on disk, by what its bytes are. */
const extensions: Record<string, string> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/bmp': 'bmp',
  'image/tiff': 'tiff',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'model/stl': 'stl',
  'model/gltf-binary': 'glb',
  'application/json': 'json',
  'application/zip': 'zip',
  'application/vnd.rar': 'rar',
  'application/x-7z-compressed': '7z',
  'application/gzip': 'tar.gz',
  'application/pdf': 'pdf',
};

/** A name that says nothing of a person: `C2K7QM-upper.stl`. */
const fileName = (r: FinishedUpload) =>
  `${r.caseId ?? r.kind}-${r.slot ?? r.kind}.${extensions[r.finished.mime] ?? 'bin'}`;

/** Only what can be looked at opens in the browser; anything else could be a page that runs as ours. */
const inline = (mime: string) => mime.startsWith('image/') || mime.startsWith('model/');

function headers(c: ApiContext, r: FinishedUpload): void {
  const { mime } = r.finished;
  c.header('Content-Type', mime);
  const shown = inline(mime) && !readQuery(c, fileQuery).download;
  c.header('Content-Disposition', `${shown ? 'inline' : 'attachment'}; filename="${fileName(r)}"`);
  c.header('X-Content-Type-Options', 'nosniff');
  c.header('Content-Security-Policy', "default-src 'none'; sandbox");
  c.header('Cross-Origin-Resource-Policy', 'same-origin');
  c.header('Accept-Ranges', 'bytes');
  c.header('ETag', servedEtag(r.finished));
  // A right may end: kept copies are asked about each time.
  c.header('Cache-Control', 'private, no-cache');
}

const unreadable = (r: FinishedUpload) =>
  new Refusal(r.kind === 'photo' || r.kind === 'radiograph' ? 'photoServer' : 'downloadFailed');

/** The bytes' size on disk. @throws Refusal where they are gone or cannot be read */
async function sizeOf(blobs: Blobs, r: FinishedUpload, name: BlobName): Promise<number> {
  const size = await blobs.size(name).catch(() => undefined);
  if (size === undefined) throw unreadable(r);
  return size;
}

/** The sub-application at `/api/files`; its guard, for which the cookie counts, stands before it. */
export function filesApi(deps: FilesApiDeps): Hono<ApiEnv> {
  const app = new Hono<ApiEnv>();
  app.get('/:id', async c => {
    const r = await deps.access(viewerOf(c), c.req.param('id'));
    const name = { orgId: r.orgId, sha256: r.finished.sha256 };
    const size = await sizeOf(deps.blobs, r, name);
    headers(c, r);
    const etag = servedEtag(r.finished);
    if (unchanged(c, etag)) return c.body(null, 304);
    const condition = c.req.header('if-range');
    const wanted = condition && condition !== etag ? undefined : c.req.header('range');
    const range = readRange(wanted, size);
    if (range === 'beyond') {
      c.header('Content-Range', `bytes */${size}`);
      return c.body(null, 416);
    }
    const part = range === 'whole' ? { from: 0, to: size - 1 } : range;
    // Before its length is said: what is refused here has another one, and whoever asked would wait for the rest.
    if (c.req.method !== 'HEAD') await deps.exported(viewerOf(c), r);
    c.header('Content-Length', String(part.to - part.from + 1));
    if (range !== 'whole') c.header('Content-Range', `bytes ${part.from}-${part.to}/${size}`);
    const status = range === 'whole' ? 200 : 206;
    if (c.req.method === 'HEAD') return c.body(null, status);
    if (hasMetadata(r.finished.mime)) {
      const whole = await imageFrom(deps.blobs.read(name), r.finished.mime);
      return c.body(whole.subarray(part.from, part.to + 1), status);
    }
    const bytes = Readable.toWeb(deps.blobs.read(name, part));
    // Node's stream type and the browser's differ in name only.
    return c.body(bytes as ReadableStream<Uint8Array>, status);
  });
  for (const [part, mime] of Object.entries(partTypes) as [PreviewPart, string][])
    app.get(`/:id/${part}`, async c => {
      const r = await deps.access(viewerOf(c), c.req.param('id'));
      const { sha256 } = r.finished;
      const { slot = r.slot } = readQuery(c, fileQuery);
      const seen = { orgId: r.orgId, sha256, mime: r.finished.mime, slot, by: viewerOf(c).id };
      const name = await deps.previews.of(seen, part, c.req.raw.signal);
      if (!name) throw new Refusal('notFound');
      headers(c, { ...r, finished: { ...r.finished, mime } });
      const etag = `"${sha256}.${name.part}"`;
      c.header('ETag', etag);
      if (unchanged(c, etag)) return c.body(null, 304);
      c.header('Content-Length', String(await sizeOf(deps.blobs, r, name)));
      if (c.req.method === 'HEAD') return c.body(null, 200);
      return c.body(Readable.toWeb(deps.blobs.read(name)) as ReadableStream<Uint8Array>, 200);
    });
  return app;
}
