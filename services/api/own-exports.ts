/** A person's exports in their present state, even if their records are not up to date. */
import { Refusal } from '#events/errors.ts';
import { toLogPosition } from '#events/log-position.ts';
import type { Viewer } from '#events/person/position.ts';
import type { ExportJob, ExportJobs } from '../analysis/exports/export-jobs.ts';
import type { Blobs } from '../files/blobs.ts';
import type { ApiDeps } from './deps.ts';
import { hasErasureAfter } from './erased-cases.ts';

/** Records and bytes of exports; both are undefined without a folder of files. */
export type ExportParts = {
  jobs: ExportJobs | undefined;
  blobs: Pick<Blobs, 'size' | 'read'> | undefined;
};

/**
 * Returns a job in its present state. A file with facts of a patient who was erased since counts as deleted, even
 * before it is.
 */
async function asOfLog(deps: ApiDeps, job: ExportJob): Promise<ExportJob> {
  if (!job.file || !job.tables.includes('case_facts')) return job;
  const after = toLogPosition(job.file.factsAt ?? job.position);
  return (await hasErasureAfter(deps, job.orgId, after))
    ? { ...job, state: 'failed', why: 'erased', file: null }
    : job;
}

/** The person's exports of their present organisation, the newest first. */
export async function listOwnExportJobs(
  deps: ApiDeps,
  { jobs }: Pick<ExportParts, 'jobs'>,
  { id, orgId }: Viewer,
): Promise<ExportJob[]> {
  const all = (await jobs?.all(id)) ?? [];
  const own = all.filter(job => job.orgId === orgId).toReversed();
  return Promise.all(own.map(job => asOfLog(deps, job)));
}

/** @throws Refusal notFound */
export async function findOwnExportJob(
  deps: ApiDeps,
  { jobs }: Pick<ExportParts, 'jobs'>,
  viewer: Viewer,
  id: string,
): Promise<ExportJob> {
  const job = await jobs?.find(viewer.id, id);
  if (!job || job.orgId !== viewer.orgId) throw new Refusal('notFound');
  return asOfLog(deps, job);
}
