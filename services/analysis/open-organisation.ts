/** Opens the tables of an organisation for writing, after a restart or for its first case. */
import { mkdir } from 'node:fs/promises';
import { type LogPosition, toLogPosition } from '#events/log-position.ts';
import type { Clock, Ids } from '../clock/clock.ts';
import type { Log } from '../logging/log.ts';
import { commitManifest, damagedIn, emptyManifest, sweepFolder, takeOver } from './manifest.ts';
import { type CommitStep, createOrganisationTables, type OrganisationTables } from './organisation-tables.ts';
import type { Pseudonyms } from './pseudonym.ts';
import { organisationFolder } from './table-folders.ts';
import type { SegmentWriter } from './writer.ts';

export type OrganisationDeps = {
  /** Folder of the log's tables. */
  dir: string;
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
  onStep: (step: CommitStep) => void;
};

/**
 * Takes the tables over, so that a process that held them before commits no more, and removes what no manifest names. Damaged
 * tables are emptied, and so built again from the log; also those of a log that was restored from an older backup.
 */
export async function openOrganisation(deps: OrganisationDeps, orgId: string): Promise<OrganisationTables> {
  const { logId, holder, log } = deps;
  const dir = organisationFolder(deps.dir, orgId);
  await mkdir(dir, { recursive: true, mode: 0o700 });
  let manifest = await takeOver(dir, logId, { servedBy: orgId, holder });
  const damaged = await damagedIn(dir, manifest);
  const isOfLaterLog = manifest.last !== null && toLogPosition(manifest.last.position) > deps.head;
  if (damaged.length > 0 || isOfLaterLog) {
    log.warn({ count: damaged.length }, "segments of the analysts' tables are damaged and built again");
    manifest = { ...emptyManifest(logId, orgId), holder, number: manifest.number + 1 };
    await commitManifest(dir, manifest);
  }
  await sweepFolder(dir, manifest);
  const pseudonym = await deps.pseudonyms.of(orgId);
  return createOrganisationTables({ ...deps, dir, manifest, pseudonym });
}
