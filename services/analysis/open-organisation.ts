/** Opens the tables of an organisation for writing, after a restart or for its first case. */
import { mkdir } from 'node:fs/promises';
import { type LogPosition, toLogPosition } from '#events/log-position.ts';
import type { Clock, Ids } from '../clock/clock.ts';
import type { Log } from '../logging/log.ts';
import {
  commitManifest,
  createEmptyManifest,
  filesOfManifest,
  type Manifest,
  manifestWithoutSegments,
  sweepFolder,
  takeOverTables,
} from './manifest.ts';
import { type CommitStep, createOrganisationTables, type OrganisationTables } from './organisation-tables.ts';
import type { Pseudonyms } from './pseudonym.ts';
import type { TableFiles, TableStore } from './table-files.ts';
import type { SegmentWriter } from './writer.ts';

export type OpenOrganisationTablesDeps = {
  tableStore: TableStore;
  logId: string;
  /** The log's last position when this process began to follow it. */
  head: LogPosition;
  /** Id of this process. */
  holder: string;
  clock: Clock;
  ids: Ids;
  log: Pick<Log, 'warn'>;
  pseudonyms: Pseudonyms;
  write: SegmentWriter;
  /** Called with the number of segments that were set aside. */
  onSetAside?: (segments: number) => void;
  onStep: (step: CommitStep) => void;
};

/** Sets damaged segments aside. @returns the manifest without them */
async function withoutDamaged(
  { log, onSetAside }: OpenOrganisationTablesDeps,
  files: TableFiles,
  manifest: Manifest,
): Promise<Manifest> {
  const damaged = new Set((await files.check(filesOfManifest(manifest))).damaged.map(({ file }) => file));
  if (damaged.size === 0) return manifest;
  log.warn({ count: damaged.size }, "segments of the analysts' tables are damaged and built again");
  onSetAside?.(damaged.size);
  const left = manifestWithoutSegments(manifest, ({ file }) => damaged.has(file));
  await commitManifest(files, left);
  return left;
}

/**
 * Takes the tables over, so that a process that held them before commits no more, and removes what no manifest names. Tables
 * that lack segments are built again from the log, and answer without these until that is done. Those of a log that was
 * restored from an older backup are emptied.
 */
export async function openOrganisationTables(
  deps: OpenOrganisationTablesDeps,
  orgId: string,
): Promise<OrganisationTables> {
  const { logId, holder, log, tableStore } = deps;
  const files = tableStore.organisation(orgId);
  await mkdir(files.dir, { recursive: true, mode: 0o700 });
  let manifest = await takeOverTables(files, logId, { servedBy: orgId, holder });
  if (manifest.last !== null && toLogPosition(manifest.last.position) > deps.head) {
    log.warn({}, "the analysts' tables are of a longer log and are built again");
    manifest = { ...createEmptyManifest(logId, orgId), holder, number: manifest.number + 1 };
    await commitManifest(files, manifest);
  }
  manifest = await withoutDamaged(deps, files, manifest);
  await sweepFolder(files, manifest);
  const pseudonym = await deps.pseudonyms.of(orgId);
  return createOrganisationTables({ ...deps, files, manifest, pseudonym });
}
