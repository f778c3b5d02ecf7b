/**
 * GET /api/files/{id}: a file's bytes, for viewers of its case section; `/picture` (WebP) and, for a model,
 * `/mesh` (GLB) are its previews. Downloads of an original model are recorded.
 */

import { Hono } from 'hono';
import * as z from 'zod/mini';
import { slots } from '#events/case/options.ts';
import { Refusal } from '#events/errors.ts';
import type { Viewer } from '#events/person/position.ts';
import { flagParamSchema } from '#projections/view-routes.ts';
import type { BlobName, Blobs, PreviewPart } from '#services/files/blobs.ts';
import type { RecordModelExport } from '#services/files/export-record.ts';
import { fileExtensionOf } from '#services/files/file-extension.ts';
import { mayHaveMetadata, readCleanImage, servedEtagOf } from '#services/files/image-metadata.ts';
import type { FinishedUpload } from '#services/files/upload-record.ts';
import { readQuery } from '../http/body.ts';
import { type ApiContext, type ApiEnv, viewerOfRequest } from '../http/context.ts';
import { type ResponseBodyDeps, streamResponseBody } from '../http/stream-body.ts';
import type { Previews } from '../previews/previews.ts';
import { isNotModified } from './answer-formats.ts';
import { findRequestedBytes, setByteHeaders } from './byte-answer.ts';

export type FilesApiDeps = ResponseBodyDeps & {
  blobs: Blobs;
  /** createFileAccess of files/access.ts. @throws Refusal */
  access: (viewer: Viewer, id: string) => Promise<FinishedUpload>;
  previews: Previews;
  /** createModelExportRecorder of files/export-record.ts. A file that cannot be recorded is not sent. */
  exported: RecordModelExport;
};

/** Query of a file and its parts. `download=1` answers with an attachment. */
export const fileQuerySchema = z.strictObject({
  download: z.optional(flagParamSchema),
  /** Slot whose viewpoint a model's picture uses. Default: the upload's slot. */
  slot: z.optional(z.enum(slots.stl)),
});

/** Media types of a file's previews. */
const partTypes: Record<PreviewPart, string> = { picture: 'image/webp', mesh: 'model/gltf-binary' };

/** File name without personal data: `C2K7QM-upper.stl`. */
const fileName = (r: FinishedUpload) =>
  `${r.caseId ?? r.kind}-${r.slot ?? r.kind}.${fileExtensionOf(r.finished.mime)}`;

/**
 * Files that may open in the browser: images and models. Any other file could be a page that runs with our
 * origin.
 */
const inline = (mime: string) => mime.startsWith('image/') || mime.startsWith('model/');

function headers(c: ApiContext, r: FinishedUpload): void {
  const { mime } = r.finished;
  c.header('Content-Type', mime);
  const shown = inline(mime) && !readQuery(c, fileQuerySchema).download;
  c.header('Content-Disposition', `${shown ? 'inline' : 'attachment'}; filename="${fileName(r)}"`);
  c.header('X-Content-Type-Options', 'nosniff');
  c.header('Content-Security-Policy', "default-src 'none'; sandbox");
  c.header('Cross-Origin-Resource-Policy', 'same-origin');
  c.header('ETag', servedEtagOf(r.finished));
  // Caches must revalidate, because a person's right to the file may end.
  c.header('Cache-Control', 'private, no-cache');
}

const unreadable = (r: FinishedUpload) =>
  new Refusal(r.kind === 'photo' || r.kind === 'radiograph' ? 'photoServer' : 'downloadFailed');

/** Size of the bytes on disk. @throws Refusal if they are gone or unreadable */
async function sizeOf(blobs: Blobs, r: FinishedUpload, name: BlobName): Promise<number> {
  const size = await blobs.size(name).catch(() => undefined);
  if (size === undefined) throw unreadable(r);
  return size;
}

/** Sub-application at `/api/files`. Its guard, which accepts the cookie, is mounted before it. */
export function createFilesApi(deps: FilesApiDeps): Hono<ApiEnv> {
  const app = new Hono<ApiEnv>();
  app.get('/:id', async c => {
    const r = await deps.access(viewerOfRequest(c), c.req.param('id'));
    const name = { orgId: r.orgId, sha256: r.finished.sha256 };
    const size = await sizeOf(deps.blobs, r, name);
    headers(c, r);
    const asked = findRequestedBytes(c, { etag: servedEtagOf(r.finished), size });
    if (asked instanceof Response) return asked;
    const { part, status } = asked;
    if (c.req.method !== 'HEAD') await deps.exported(viewerOfRequest(c), r);
    setByteHeaders(c, asked);
    if (c.req.method === 'HEAD') return c.body(null, status);
    if (mayHaveMetadata(r.finished.mime)) {
      const whole = await readCleanImage(deps.blobs.read(name), r.finished.mime);
      return c.body(whole.subarray(part.from, part.to + 1), status);
    }
    return c.body(streamResponseBody(c, deps.blobs.read(name, part), deps), status);
  });
  for (const [part, mime] of Object.entries(partTypes) as [PreviewPart, string][])
    app.get(`/:id/${part}`, async c => {
      const r = await deps.access(viewerOfRequest(c), c.req.param('id'));
      const { sha256 } = r.finished;
      const { slot = r.slot } = readQuery(c, fileQuerySchema);
      const seen = { orgId: r.orgId, sha256, mime: r.finished.mime, slot, by: viewerOfRequest(c).id };
      const name = await deps.previews.of(seen, part, c.req.raw.signal);
      if (!name) throw new Refusal('notFound');
      headers(c, { ...r, finished: { ...r.finished, mime } });
      const etag = `"${sha256}.${name.part}"`;
      c.header('ETag', etag);
      if (isNotModified(c, etag)) return c.body(null, 304);
      c.header('Content-Length', String(await sizeOf(deps.blobs, r, name)));
      if (c.req.method === 'HEAD') return c.body(null, 200);
      return c.body(streamResponseBody(c, deps.blobs.read(name), deps), 200);
    });
  return app;
}
