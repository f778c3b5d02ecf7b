/** A small environment for tests of uploads: cases with a stated state, an in-memory vault, a real folder. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Hono, type MiddlewareHandler } from 'hono';
import { type CaseState, foldCase, initialCaseState } from '#events/case/case.ts';
import { attachFile } from '#events/case/decider.ts';
import { caseStreamOf } from '#events/case/stream.ts';
import type { EventPayload } from '#events/envelope.ts';
import { isRefusal } from '#events/errors.ts';
import type { Position, Viewer } from '#events/person/position.ts';
import { createFilesApi } from '#services/api/files.ts';
import { createUploadsApi } from '#services/api/uploads.ts';
import { type Clock, createManualClock, isoNow, systemIds, systemTimers } from '#services/clock/clock.ts';
import { createMemoryStore } from '#services/eventstore/memory.ts';
import type { ApiEnv } from '#services/http/context.ts';
import { createLog } from '#services/logging/log.ts';
import type { Session } from '#services/people/session.ts';
import { createMemoryVault } from '#services/vault/memory.ts';
import type { Vault } from '#services/vault/port.ts';
import { createPreviews } from '../previews/previews.ts';
import { createFileAccess } from './access.ts';
import type { Blobs } from './blobs.ts';
import { createDiskBlobs } from './disk.ts';
import { createModelExportRecorder } from './export-record.ts';
import { createUnfinishedUploads } from './unfinished-uploads.ts';
import { createUploads, type UploadDeps } from './uploads.ts';

const person = (id: string, position: Position, serves: string[] = [], orgId = 'archline'): Viewer => ({
  id,
  position,
  orgId,
  serves,
});

export const testViewers = {
  doctor: person('p-doctor', 'Doctor'),
  doctor2: person('p-doctor2', 'Doctor'),
  assistant: person('p-assistant', 'Assistant', ['p-doctor']),
  technician: person('p-technician', 'Technician'),
  technician2: person('p-technician2', 'Technician'),
  expert: person('p-expert', 'Specialist'),
  supervisor: person('p-supervisor', 'SuperMechanic'),
  service: person('p-service', 'Service'),
  vendor: person('p-vendor', 'VendorAdmin'),
  admin: person('p-admin', 'Admin'),
  analyst: person('p-analyst', 'Analyst'),
  other: person('p-other', 'Doctor', [], 'other'),
};
export type TestViewerName = keyof typeof testViewers;

/** A case with the given state, without its events. */
export const createCaseWithFacts = (facts: Partial<CaseState>): CaseState => ({
  ...initialCaseState,
  caseId: 'C2K7QM',
  orgId: 'archline',
  servedBy: 'archline',
  ownerId: 'p-doctor',
  revision: 0,
  ...facts,
});

/** Access checks for files that are in no conversation and are nobody's picture. */
const ofNobody = { heard: async () => false, isPortrait: () => false, isLogo: () => false };

export type UploadWorld = ReturnType<typeof openUploadWorld>;

/** Storage that replaces a node's folder. */
export type NodeStorage = Pick<UploadDeps, 'blobs' | 'partials' | 'takeover' | 'mutex'>;

/** Settings of a node that differ from the defaults. */
export type NodeSettings = Pick<UploadDeps, 'bodies' | 'mostUnattached' | 'usedOf'>;

/**
 * Opens an environment. Its `open` opens a second process over the same folder and vault.
 * @param own a vault in place of the in-memory one, and storage for each node
 */
export function openUploadWorld(own: { vault?: Vault; over?: (clock: Clock) => NodeStorage } = {}) {
  const dir = mkdtempSync(join(tmpdir(), 'archline-files-'));
  const vault = own.vault ?? createMemoryVault();
  const store = createMemoryStore();
  const clock = createManualClock(Date.parse('2026-11-20T02:00:00Z'));
  const cases = new Map<string, CaseState>();
  const caseOf: UploadDeps['caseOf'] = async id => cases.get(id);

  const attach: UploadDeps['attach'] = async (viewer, { caseId, commandId, upload }) => {
    const state = cases.get(caseId) ?? initialCaseState;
    const [event] = attachFile(state, upload, { viewer });
    if (!event) return { position: await store.head() };
    const where = { by: viewer.id, at: isoNow(clock) };
    const { position } = await store.append(caseStreamOf(caseId), 'any', [
      // TypeScript's Json excludes undefined fields. JSON omits them.
      { ...(event as unknown as EventPayload), ...where, id: commandId },
    ]);
    cases.set(caseId, foldCase(state, [{ ...event, ...where, revision: state.revision + 1 }]));
    return { position };
  };
  const open = (ownLimits: NodeSettings = {}) => {
    const over: NodeStorage = own.over?.(clock) ?? {
      partials: createUnfinishedUploads(join(dir, 'uploads')),
      blobs: createDiskBlobs(join(dir, 'files')),
    };
    const { blobs } = over;
    const deps: UploadDeps = {
      ...over,
      ...ownLimits,
      vault,
      clock,
      ids: systemIds,
      caseOf,
      attach,
    };
    const uploads = createUploads(deps);
    return { blobs, uploads, app: appOf(uploads, blobs), deps };
  };
  const appOf = (uploads: ReturnType<typeof createUploads>, blobs: Blobs) => {
    const door: MiddlewareHandler<ApiEnv> = (c, next) => {
      const found = Object.entries(testViewers).find(([name]) => name === c.req.header('x-who'));
      // These tests use only the session's viewer.
      c.set('session', { viewer: found?.[1] ?? testViewers.doctor } as Session);
      return next();
    };
    const access = createFileAccess({ vault, store, caseOf, ...ofNobody });
    const app = new Hono<ApiEnv>();
    app.use('*', door);
    app.route('/api/uploads', createUploadsApi({ uploads, logId: store.id }));
    const previews = createPreviews({ blobs, dir });
    const exported = createModelExportRecorder({ store, clock, ids: systemIds, acts: () => undefined });
    app.route(
      '/api/files',
      createFilesApi({ timers: systemTimers, log: createLog('silent'), blobs, access, previews, exported }),
    );
    app.onError((error, c) => {
      if (!isRefusal(error)) throw error;
      const { code, message, data } = error;
      return new Response(JSON.stringify({ code, message, data }), {
        status: error.http,
        headers: c.res.headers,
      });
    });
    return app;
  };
  return {
    dir,
    vault,
    store,
    clock,
    cases,
    open,
    close: () => rmSync(dir, { recursive: true, force: true }),
  };
}

const b64 = (text: string) => Buffer.from(text).toString('base64');

/** A client that speaks tus. */
export function createTusClient(app: Hono<ApiEnv>, who: TestViewerName = 'doctor') {
  const headers = { 'tus-resumable': '1.0.0', 'x-who': who };
  const call = async (method: string, path: string, more: Record<string, string> = {}, body?: BodyInit) =>
    app.request(path, {
      method,
      headers: { ...headers, ...more },
      body,
      ...(body ? { duplex: 'half' } : {}),
    } as RequestInit);
  return {
    call,
    begin: (metadata: Record<string, string>, size: number) =>
      call('POST', '/api/uploads', {
        'upload-length': String(size),
        'upload-metadata': Object.entries(metadata)
          .map(([k, v]) => `${k} ${b64(v)}`)
          .join(','),
      }),
    patch: (url: string, offset: number, body: BodyInit) =>
      call(
        'PATCH',
        url,
        { 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' },
        body,
      ),
    head: (url: string) => call('HEAD', url),
    /** Sends the whole file in one request. Returns the last answer and the file's id. */
    async send(metadata: Record<string, string>, bytes: Uint8Array) {
      const begun = await this.begin(metadata, bytes.length);
      const url = begun.headers.get('location');
      if (!url) return { response: begun, id: '' };
      const response = await this.patch(url, 0, Uint8Array.from(bytes));
      return { response, id: url.slice(url.lastIndexOf('/') + 1) };
    },
  };
}

/** Summarises an answer as `status code issue`. */
export async function statusAndIssueOf(response: Response): Promise<string> {
  if (response.status < 400) return String(response.status);
  const text = await response.text();
  const { code, data } = text === '' ? { code: '', data: null } : JSON.parse(text);
  return [response.status, code, data?.issues?.[0]?.issue].filter(Boolean).join(' ');
}
