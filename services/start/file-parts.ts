/** Assembles uploads, stored files and previews, with their HTTP applications. */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Hono } from 'hono';
import type { CaseState } from '#events/case/case.ts';
import { areColleagues } from '#events/person/directory.ts';
import type { Viewer } from '#events/person/position.ts';
import { createExportJobs, type ExportJobs } from '../analysis/exports/export-jobs.ts';
import { createFilesApi } from '../api/files.ts';
import { createUploadsApi } from '../api/uploads.ts';
import { createPatientCopies, type PatientCopies } from '../erasing/patient-copies.ts';
import { createFileAccess } from '../files/access.ts';
import type { Blobs } from '../files/blobs.ts';
import { createModelExportRecorder } from '../files/export-record.ts';
import { openFileStorage } from '../files/file-storage.ts';
import { sweepUploads } from '../files/sweep.ts';
import { createUploads, type Uploads } from '../files/uploads.ts';
import { createUploadsInUse } from '../files/uploads-in-use.ts';
import type { ApiEnv } from '../http/context.ts';
import { createPreviews } from '../previews/previews.ts';
import type { DrawRecord } from '../previews/record-drawing.ts';
import type { SharedFileStorage } from '../share/sharing.ts';
import type { ServerParts } from './server-parts.ts';

export type FileParts = {
  blobs: Blobs;
  shared: SharedFileStorage;
  uploads: Hono<ApiEnv>;
  files: Hono<ApiEnv>;
  /** Deletes uploads that were unused for seven days. Resolves with their number. */
  sweep(): Promise<number>;
  /** Deletes an erased patient's files, except bytes that other cases share. */
  erase: Uploads['erase'];
  copies: PatientCopies;
  exportJobs: ExportJobs;
};

const reachedMs = 2_000;

/** @param draw draws previews. Default: in processes of their own */
export function openFileParts(parts: ServerParts, draw?: DrawRecord): FileParts {
  const { vault, store, clock, ids, streams, perform, dataDir, models } = parts;
  const places = openFileStorage(parts);
  const { blobs, partials } = places;
  const caseOf = async (caseId: string): Promise<CaseState | undefined> => {
    const state = await streams.load(caseId);
    return state.revision < 0 ? undefined : state;
  };
  const isSaid = (id: string) => models.chatFileOf(id) !== undefined;
  const usedOf = createUploadsInUse({ store, isSaid });
  const uploads = createUploads({ ...places, vault, clock, ids, caseOf, attach: perform.attach, usedOf });
  const heard = async (viewer: Viewer, id: string) => {
    // Waits for the rows, which may not have the newest message.
    if (!models.chatFileOf(id)) await models.reached(await store.head(), reachedMs);
    const said = models.chatFileOf(id);
    const ctx = { viewer, hidden: false, person: models.personRef, logId: models.logId };
    return said !== undefined && models.talk(ctx, said.conversation) !== undefined;
  };
  const isPortrait = (viewer: Viewer, { id, by }: { id: string; by: string }) => {
    const owner = models.directory().people.get(by);
    return owner?.avatar === id && areColleagues(models.directory(), viewer, owner);
  };
  const isLogo = (viewer: Viewer, id: string) => {
    const directory = models.directory();
    return [...directory.organisations.values()].some(
      one => one.logo === id && areColleagues(directory, viewer, one),
    );
  };
  const access = createFileAccess({ vault, store, caseOf, heard, isPortrait, isLogo });
  // Deletes unfinished previews of the last run. They are made again on demand.
  const previewDir = join(dataDir, 'previews');
  rmSync(previewDir, { recursive: true, force: true });
  mkdirSync(previewDir, { recursive: true });
  const previews = createPreviews({ blobs, dir: previewDir, draw });
  return {
    blobs,
    shared: { blobs, previews },
    uploads: createUploadsApi({ uploads, logId: models.logId }),
    files: createFilesApi({ ...parts, blobs, access, previews, exported: createModelExportRecorder(parts) }),
    erase: uploads.erase,
    copies: createPatientCopies({ ...parts, blobs }),
    exportJobs: createExportJobs({ vault, blobs, clock }),
    sweep: () => sweepUploads({ partials, vault, store, clock, uploads, isSaid }),
  };
}
