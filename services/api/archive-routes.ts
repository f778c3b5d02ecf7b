/** GET /api/cases/{id}/archive.zip: a case's whole record, streamed to its owner or an Admin. */

import { Readable } from 'node:stream';
import { Refusal } from '#events/errors.ts';
import { createArchiveEntries, listFilesOfArchive } from '../archive/case-archive.ts';
import { isoNow } from '../clock/clock.ts';
import type { Blobs } from '../files/blobs.ts';
import { createModelExportRecorder } from '../files/export-record.ts';
import { streamZip } from '../files/zip.ts';
import { streamResponseBody } from '../http/stream-body.ts';
import type { ApiDeps } from './deps.ts';
import { type Route, signedRoute } from './route.ts';
import { createCaseUnknownRefusal, parseCaseId } from './visible-case.ts';

/** @param blobs default: cases have no files */
export function archiveRoutes(deps: ApiDeps, blobs: Pick<Blobs, 'size' | 'read'> | undefined): Route[] {
  const exported = createModelExportRecorder(deps);
  const { models, store, clock, log, auditTrail } = deps;
  const none: Pick<Blobs, 'size' | 'read'> = {
    size: async () => undefined,
    read: () => Readable.from([]),
  };
  return [
    signedRoute({
      method: 'get',
      path: '/api/cases/:id/archive.zip',
      rule: 'session',
      rights: ['exports'],
      cookie: true,
      media: 'application/zip',
      tag: 'case',
      summary:
        'The case’s whole record: the case as JSON, its events as NDJSON, every file by its SHA-256, and a manifest.',
      handle: async ({ c, ctx, viewer, param }) => {
        const view = models.caseView(ctx, parseCaseId(param('id')));
        if (!view) throw createCaseUnknownRefusal();
        const isOwn = view.facts.ownerId === viewer.id || viewer.position === 'Admin';
        if (!isOwn) throw new Refusal('notPermitted');
        const parts = { store, blobs: blobs ?? none };
        const asked = { view, at: isoNow(clock), by: viewer.id, hidden: c.get('hidden') };
        const files = await listFilesOfArchive(parts, asked);
        c.header('Content-Type', 'application/zip');
        c.header('Content-Disposition', `attachment; filename="${view.caseId}.zip"`);
        c.header('Cache-Control', 'private, no-store');
        if (c.req.method === 'HEAD') return c.body(null, 200);
        await auditTrail.downloaded(viewer, view.caseId, 'archive');
        // Records each original model that leaves in the archive.
        for (const { id, kind, slot, sha256 } of [...files.values()].flat())
          await exported(viewer, { id, kind, slot, caseId: view.caseId, finished: { sha256 } });
        const zip = Readable.from(streamZip(createArchiveEntries(parts, asked, files)));
        zip.on('error', err =>
          log.error({ requestId: c.get('requestId'), err }, 'a record archive was truncated'),
        );
        return c.body(streamResponseBody(c, zip, deps), 200);
      },
    }),
  ];
}
